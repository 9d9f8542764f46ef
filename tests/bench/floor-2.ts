import { Agent, request } from 'node:http';
import Koa from 'koa';
import pg from 'pg';

/**
 * Floor 2 of the performance goals: the whole path with none of its promises. Token and agent, plan, history, the model
 * over one kept-alive agent, two writes, each committed by itself. Whatever dies on the way loses the message.
 */
const {
  DATABASE_URL: url,
  MODEL_URL: model = '',
  PORT: port,
  CONTACTS: contacts,
  LINES: lines,
} = process.env;
const pool = new pg.Pool({ connectionString: url, max: 20 });

await pool.query(`
  create table agents (id int primary key, account_id int not null, token text not null unique, name text not null,
    description text not null, business_info text not null, online boolean not null);
  create table subscriptions (account_id int primary key, state text not null, ends_at timestamptz not null);
  create table messages (id bigint generated always as identity primary key, agent_id int not null,
    contact text not null, author text not null, text text not null, at timestamptz not null);
  create index on messages (agent_id, contact, id desc);
  insert into agents select n, n, 'token-' || n, 'Salão da Bia', 'Cabelos e unhas', 'Corte feminino R$ 80.', true
    from generate_series(1, 8) n;
  insert into subscriptions select n, 'trial', now() + interval '7 days' from generate_series(1, 8) n;`);
await pool.query(
  `insert into messages (agent_id, contact, author, text, at)
   select 1 + (n + n / 8) % 8, (5521980000000 + n)::text, case line % 2 when 0 then 'customer' else 'agent' end,
     'Linha ' || line || ' da conversa', now() - interval '1 day' + line * interval '1 minute'
   from generate_series(0, $1::int - 1) n, generate_series(0, $2::int - 1) line order by line, n`,
  [contacts, lines],
);
await pool.query('vacuum analyze');

const find = {
  name: 'agent',
  text: 'select id, account_id, name, description, business_info, online from agents where token = $1',
};
const plan = { name: 'plan', text: 'select state, ends_at from subscriptions where account_id = $1' };
const history = {
  name: 'history',
  text: 'select author, text from messages where agent_id = $1 and contact = $2 order by id desc limit 20',
};
const write = {
  name: 'write',
  text: 'insert into messages (agent_id, contact, author, text, at) values ($1, $2, $3, $4, now())',
};

const agent = new Agent({ keepAlive: true });

const ask = (messages: readonly object[]): Promise<string> =>
  new Promise((answered, failed) => {
    const body = JSON.stringify({ model: 'fake', messages });
    const options = {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    };
    const sent = request(`${model}/chat/completions`, options, async (answer) => {
      answered(JSON.parse(await textOf(answer)).choices[0].message.content);
    });
    sent.on('error', failed);
    sent.end(body);
  });

const textOf = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
};

const app = new Koa();
app.use(async (ctx) => {
  const { contato, texto } = JSON.parse(await textOf(ctx.req));
  const found = await pool.query({ ...find, values: [ctx.get('Authorization').slice('Bearer '.length)] });
  const owner = found.rows[0];
  if (!owner?.online) return ctx.throw(401);
  const subscription = await pool.query({ ...plan, values: [owner.account_id] });
  if (subscription.rows[0]?.ends_at < new Date()) return ctx.throw(402);
  await pool.query({ ...write, values: [owner.id, contato, 'customer', texto] });
  const said = await pool.query({ ...history, values: [owner.id, contato] });
  const resposta = await ask([
    { role: 'system', content: `${owner.name}. ${owner.description}. ${owner.business_info}` },
    ...said.rows
      .reverse()
      .map((line) => ({ role: line.author === 'customer' ? 'user' : 'assistant', content: line.text })),
  ]);
  await pool.query({ ...write, values: [owner.id, contato, 'agent', resposta] });
  ctx.body = { resposta };
});
app.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
