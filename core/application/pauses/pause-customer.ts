import type { Pause } from '#core/domain/pause.ts';
import { parsePhone } from '#core/domain/phone.ts';
import type { Refusal } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';

type Paused = { readonly pause: Pause; readonly isNew: boolean };

/** Until the owner ends it. A customer who is paused so already stays as they are. */
export const pauseCustomer =
  ({ clock, pauses }: Pick<Ports, 'clock' | 'pauses'>) =>
  async (accountId: number, agentId: number, customerPhone: string): Promise<Result<Paused, Refusal>> => {
    const phone = parsePhone(customerPhone);
    if (!phone) {
      const problem = customerPhone === '' ? 'missing' : 'invalid';
      return refused({ kind: 'invalid-field', field: 'customerPhone', problem });
    }
    const paused = await pauses.add(accountId, agentId, phone, clock.now());
    return paused ? done(paused) : refused({ kind: 'not-found' });
  };
