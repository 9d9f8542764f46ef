import type { Pool, PoolClient } from 'pg';
import type { WhatsAppState } from '#core/domain/agent.ts';
import type { Phone } from '#core/domain/phone.ts';
import type { ConnectionProblem } from '#core/ports/messenger.ts';
import type { AskResult, NumberState, NumberStore } from '#core/ports/number-store.ts';
import { inTransaction } from './contacts.ts';

type Row = {
  readonly agent_id: number;
  readonly phone: Phone;
  readonly state: WhatsAppState;
  readonly qr: string | null;
  readonly pairing_code: string | null;
  readonly paired: boolean;
  readonly problem: ConnectionProblem | null;
  readonly until: Date | null;
};

/** A number is connected while somebody lives to hold the connection. */
export const shownState = (number: string): string =>
  `case when ${number}.state = 'connected' and ${number}.lease_until < now() then 'connecting' else ${number}.state end`;

export const postgresNumbers = (pool: Pool): NumberStore => ({
  find: async (accountId, agentId) => {
    const found = await pool.query<Row>({
      name: 'number-of-agent',
      text: `${select} and a.id = $2`,
      values: [accountId, agentId],
    });
    return found.rows.map(toState)[0] ?? null;
  },

  listOf: async (accountId) => {
    const found = await pool.query<Row>({ name: 'numbers-of-account', text: select, values: [accountId] });
    return found.rows.map(toState);
  },

  ask: (accountId, agentId, how, onTrial, now) =>
    inTransaction(pool, async (client) => {
      const facts = await factsOf(client, accountId, agentId);
      const answer = decide(facts, onTrial);
      if (answer !== 'asked') return answer;
      const byCode = how === 'pairing-code';
      await client.query(facts?.wanted ? wishForCode : connectAnew, [accountId, agentId, byCode, now]);
      return answer;
    }),

  askOff: async (accountId, agentId) => {
    await pool.query(
      `update numbers set wanted = 'off', state = 'disconnected', qr = null, pairing_code = null,
         pairing_code_wanted = false, problem = null, halted_until = null
       where account_id = $1 and agent_id = $2`,
      [accountId, agentId],
    );
  },
});

/** The row of an earlier phone tells nothing about the phone of now. */
const select = `select n.agent_id, n.phone, ${shownState('n')} as state, n.qr, n.pairing_code, n.paired, n.problem,
    case when n.halted_until > now() and n.halted_until < 'infinity' then n.halted_until end as until
  from numbers n join agents a on a.id = n.agent_id and a.phone_key = n.phone_key
  where a.account_id = $1`;

const toState = (row: Row): NumberState => ({
  agentId: row.agent_id,
  phone: row.phone,
  state: row.state,
  qr: row.qr,
  pairingCode: row.pairing_code,
  paired: row.paired,
  problem: row.problem,
  until: row.until,
});

type Facts = {
  /** On its way to being connected, or there already; a halt ends that. */
  readonly wanted: boolean;
  readonly leaving: boolean;
  readonly elsewhere: boolean;
  readonly had_its_trial: boolean;
};

const decide = (facts: Facts | null, onTrial: boolean): AskResult => {
  if (!facts) return 'no-such-agent';
  if (facts.elsewhere) return 'connected-elsewhere';
  if (onTrial && facts.had_its_trial) return 'had-its-trial';
  return facts.leaving ? 'leaving' : 'asked';
};

/** The agent's row is locked, so that two clicks ask one after the other. */
const factsOf = async (client: PoolClient, accountId: number, agentId: number): Promise<Facts | null> => {
  const found = await client.query<Facts>(
    `select coalesce(n.wanted = 'on' and n.halted_until is null, false) as wanted,
       coalesce(n.wanted = 'off' and (n.paired or (n.process_id is not null and n.lease_until > now())), false) as leaving,
       exists (select 1 from numbers o where o.phone_key = a.phone_key and o.paired and o.agent_id <> a.id) as elsewhere,
       exists (select 1 from number_trials t where t.phone_key = a.phone_key and t.account_id <> $1) as had_its_trial
     from agents a left join numbers n on n.agent_id = a.id
     where a.account_id = $1 and a.id = $2 for update of a`,
    [accountId, agentId],
  );
  return found.rows[0] ?? null;
};

const wishForCode = `update numbers set pairing_code_wanted = pairing_code_wanted or ($3 and state <> 'connected'), changed_at = $4
  where account_id = $1 and agent_id = $2`;

const connectAnew = `insert into numbers (agent_id, account_id, phone, phone_key, wanted, pairing_code_wanted, state, changed_at)
  select id, account_id, phone, phone_key, 'on', $3, 'connecting', $4 from agents where account_id = $1 and id = $2
  on conflict (agent_id) do update set phone = excluded.phone, phone_key = excluded.phone_key, wanted = 'on',
    pairing_code_wanted = excluded.pairing_code_wanted, state = 'connecting', qr = null, pairing_code = null,
    problem = null, halted_until = null, changed_at = excluded.changed_at`;
