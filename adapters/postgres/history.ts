import type { Pool } from 'pg';
import type { Channel } from '#core/domain/message.ts';
import type { Outcome } from '#core/domain/outcome.ts';
import type { Source } from '#core/domain/source.ts';
import type { HistoryEntry, HistoryFilter, HistoryStore } from '#core/ports/history-store.ts';

type Row = {
  readonly id: number;
  readonly contact_id: number;
  readonly phone: string | null;
  readonly name: string | null;
  readonly sent_at: Date;
  readonly question: string | null;
  readonly voices: readonly number[] | null;
  readonly answer: string | null;
  readonly files: readonly string[] | null;
  readonly sources: readonly Source[] | null;
  readonly outcome: Outcome | null;
  readonly channel: Channel;
  readonly test: boolean;
};

const toEntry = (row: Row): HistoryEntry => ({
  id: row.id,
  contactId: row.contact_id,
  customerPhone: row.phone,
  customerName: row.name,
  sentAt: row.sent_at,
  question: row.question ?? '',
  voices: row.voices ?? [],
  answer: row.answer,
  files: row.files ?? [],
  sources: row.sources ?? [],
  outcome: row.outcome,
  channel: row.channel,
  test: row.test,
});

export const postgresHistory = (pool: Pool): HistoryStore => ({
  pageOf: async (accountId, agentId, filter) => {
    const { conditions, values } = conditionsOf(filter, [accountId, agentId, filter.limit + 1]);
    const found = await pool.query<Row>(pageWhere(conditions), values);
    const entries = found.rows.slice(0, filter.limit).map(toEntry);
    const last = entries.at(-1);
    return { entries, nextCursor: found.rows.length > filter.limit && last ? cursorOf(last) : null };
  },
});

/** The place of an entry in the list, to the millisecond in which WhatsApp tells the time. */
const cursorOf = ({ sentAt, id }: HistoryEntry): string => `${sentAt.getTime()}-${id}`;

const afterCursor = (cursor: string) => {
  const [sentAt, id] = cursor.split('-').map(Number);
  return { sentAt: new Date(sentAt ?? 0), id: id ?? 0 };
};

/** Only the conditions that are asked for: a statement for all of them at once would have a plan that fits none. */
const conditionsOf = ({ phone, from, until, cursor }: HistoryFilter, given: readonly unknown[]) => {
  const conditions: string[] = [];
  const values = [...given];
  const and = (condition: (place: string) => string, value: unknown) => {
    if (value === null) return;
    values.push(value);
    conditions.push(`and ${condition(`$${values.length}`)}`);
  };
  if (cursor !== null) {
    const { sentAt, id } = afterCursor(cursor);
    values.push(sentAt, id);
    conditions.push(`and (t.sent_at, t.id) < ($${values.length - 1}, $${values.length})`);
  }
  and((place) => `t.sent_at >= ${place}`, from);
  and((place) => `t.sent_at < ${place}`, until);
  and(
    (place) =>
      `t.contact_id in (select id from contacts where account_id = $1 and agent_id = $2 and phone like ${place})`,
    phone && `%${phone}%`,
  );
  return { conditions: conditions.join(' '), values };
};

const pageWhere = (conditions: string) => `
  select t.id, t.contact_id, c.phone, c.name, t.sent_at, t.outcome, t.channel, t.test, t.sources,
    (select string_agg(${words}, e'\\n' order by m.id) from messages m
     where m.account_id = $1 and m.turn_id = t.id and m.author = 'customer') as question,
    (select json_agg(m.id order by m.id) from messages m
     where m.account_id = $1 and m.turn_id = t.id and m.audio_key is not null) as voices,
    (select array_agg(o.file ->> 'name' order by o.seq, o.id) from outbox o
     where o.account_id = $1 and o.turn_id = t.id and o.file is not null and o.state not in ('cancelled', 'expired', 'rejected')) as files,
    (select string_agg(nullif(o.text, ''), e'\\n' order by o.seq, o.id) from outbox o
     where o.account_id = $1 and o.turn_id = t.id and o.state not in ('cancelled', 'expired', 'rejected')) as answer
  from (
    select t.* from turns t where t.account_id = $1 and t.agent_id = $2 ${conditions}
    order by t.sent_at desc, t.id desc limit $3
  ) t
  join contacts c on c.account_id = $1 and c.id = t.contact_id
  order by t.sent_at desc, t.id desc`;

/** What stands for a message that has no words. */
const words = `coalesce(nullif(m.text, ''), case m.kind
  when 'audio' then '[áudio]' when 'image' then '[imagem]' when 'document' then '[documento]' else '[mensagem]' end)`;
