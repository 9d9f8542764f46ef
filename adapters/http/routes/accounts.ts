import type { Application } from '#core/application/index.ts';
import { done } from '#core/domain/result.ts';
import { accounts } from '../contract/accounts.ts';
import { forAnyone, forOwner, type Route } from '../endpoint.ts';

export const accountRoutes = (app: Application): readonly Route[] => [
  forAnyone(accounts.register, (registration, ctx) => app.register(ctx.state.address, registration)),
  forAnyone(accounts.logIn, (credentials, ctx) => app.logIn(ctx.state.address, credentials)),
  forOwner(accounts.logOut, async (_owner, _input, ctx) => {
    await app.logOut(ctx.state.token ?? '');
    return done(undefined);
  }),
  forOwner(accounts.profile, (owner) => app.profileOf(owner)),
  forOwner(accounts.changeProfile, app.changeProfile),
];
