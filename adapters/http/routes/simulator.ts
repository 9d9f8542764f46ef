import { done, type Result } from '#core/domain/result.ts';
import type { HaltProblem } from '#core/ports/messenger.ts';
import { simulator } from '../contract/simulator.ts';
import { forAnyone, type Route } from '../endpoint.ts';
import type { SimulatorRefusal } from '../refusals.ts';

type Answer<T> = Result<T, SimulatorRefusal>;
type Connection = 'down' | 'normal' | 'unlinked';

/** The simulated phones, as `/simulador` uses them. */
export type SimulatorCalls = {
  phones(): readonly {
    readonly phone: string;
    readonly connection: Connection;
    readonly waitsForScan: boolean;
  }[];
  chats(
    phone: string,
  ): Answer<readonly { readonly contact: string; readonly lastText: string | null; readonly at: Date }[]>;
  chat(phone: string, contact: string): Answer<readonly ShownMessage[]>;
  pair(phone: string, by: { as?: string | undefined }): Promise<Answer<undefined>>;
  write(phone: string, message: WrittenMessage): Promise<Answer<{ readonly id: string }>>;
  setConnection(phone: string, state: Connection | HaltProblem): Promise<Answer<undefined>>;
};

type ShownMessage = {
  readonly id: string;
  readonly fromMe: boolean;
  readonly text: string | null;
  readonly file?: string;
  readonly sentAt: Date;
};

type WrittenMessage = {
  readonly contact: string;
  readonly id?: string | undefined;
  readonly text?: string | undefined;
  readonly audio?: string | undefined;
  readonly durationSeconds?: number | undefined;
  readonly image?: string | undefined;
  readonly caption?: string | undefined;
  readonly fromMe?: boolean | undefined;
  readonly group?: string | boolean | undefined;
  readonly sentAt?: Date | undefined;
};

export const simulatorRoutes = (calls: SimulatorCalls): readonly Route[] => [
  forAnyone(simulator.phones, async () => done(calls.phones())),
  forAnyone(simulator.chats, async ({ phone }) => calls.chats(phone)),
  forAnyone(simulator.pair, ({ phone, as }) => calls.pair(phone, { as })),
  forAnyone(simulator.write, ({ phone, ...message }) => calls.write(phone, message)),
  forAnyone(simulator.chat, async ({ phone, contact }) => calls.chat(phone, contact)),
  forAnyone(simulator.setConnection, ({ phone, state }) => calls.setConnection(phone, state)),
];
