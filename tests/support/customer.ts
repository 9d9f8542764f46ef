import type { Phone } from '#core/domain/phone.ts';
import type { Session } from '#core/ports/messenger.ts';
import { type Pipeline, until } from './pipeline.ts';

type Written = Omit<Parameters<Pipeline['phones']['write']>[1], 'contact'>;

/** Somebody with a simulated phone, in a chat with the business's number. */
export const customerOf = (pipeline: Pipeline, line: Session, number: Phone, { seconds = 15 } = {}) => ({
  write: async (input: Written) => {
    const written = await pipeline.phones.write(line.phone, { contact: number, ...input });
    if (!written.ok) throw new Error(`The simulated phone refused it: ${JSON.stringify(written.refusal)}`);
  },
  /** What the product said in the chat. */
  sees: () => {
    const chat = pipeline.phones.chat(line.phone, number);
    return chat.ok
      ? chat.value.filter((shown) => shown.fromMe && shown.id.startsWith('3EB0')).map((shown) => shown.text)
      : [];
  },
  /** Outcome and question of the customer's turns, once there are so many and all is said. */
  turns: async (count: number) => {
    const read = () =>
      pipeline.pool.query<{ outcome: string; question: string }>(
        `select t.outcome, string_agg(m.text, E'\\n' order by m.id) as question
         from contacts c join turns t on t.account_id = c.account_id and t.contact_id = c.id
         join messages m on m.account_id = t.account_id and m.turn_id = t.id
         where c.phone = $1 and t.outcome is not null and not exists (
           select 1 from outbox o where o.account_id = t.account_id and o.turn_id = t.id and o.state in ('pending', 'sending'))
         group by t.id, t.outcome order by t.id`,
        [number],
      );
    await until(async () => (await read()).rowCount === count, seconds);
    return (await read()).rows.map((row) => [row.outcome, row.question] as const);
  },
});
