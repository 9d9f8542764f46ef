import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderShelf } from '#adapters/files/folder-shelf.ts';
import { sealedShelf } from '#adapters/files/sealed-shelf.ts';
import { agents } from '#adapters/http/contract/agents.ts';
import { history } from '#adapters/http/contract/history.ts';
import { notices } from '#adapters/http/contract/notices.ts';
import { vaultFor } from '#adapters/node/vault.ts';
import { newAgent, openWorld, type World } from '#tests/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('the message history', () => {
  it('shows one row a turn, newest first, in the words of the specification', async () => {
    const { owner, id, add } = await withAgent();
    const contact = await add.contact('5511987654321', 'João');
    await add.turn(contact, { sentAt: '2026-11-20T12:00:00Z', texts: ['Oi'], answers: ['Olá!'] });
    await add.turn(contact, {
      sentAt: '2026-11-21T12:00:00Z',
      texts: ['Vocês abrem', null, 'domingo?'],
      answers: ['Sim,', 'das 6h às 12h.'],
    });
    const { status, json } = await owner.send('GET', `/api/zap/messages/${id}`);
    expect(status).toBe(200);
    expect(json).toEqual([
      {
        ...{
          id: expect.any(Number),
          contato_id: contact,
          telefone_cliente: '5511987654321',
          nome_cliente: 'João',
        },
        ...{ data_envio: '2026-11-21T12:00:00.000Z', mensagem_recebida: 'Vocês abrem\n[áudio]\ndomingo?' },
        ...{
          mensagem_resposta: 'Sim,\ndas 6h às 12h.',
          fontes: [],
          audios: [],
          arquivos: [],
          motivo: null,
          concluida: true,
          canal: 'whatsapp',
          teste: false,
        },
      },
      expect.objectContaining({ mensagem_recebida: 'Oi', mensagem_resposta: 'Olá!' }),
    ]);
  });

  it.each([
    ['paused', 'pausado'],
    ['human-took-over', 'humano_assumiu'],
    ['plan-inactive', 'plano_inativo'],
    ['poison', 'veneno'],
  ])('says why a turn that was %s got no answer', async (outcome, motivo) => {
    const { owner, id, add } = await withAgent();
    await add.turn(await add.contact('5511987654321'), { outcome });
    const [row] = (await owner.send('GET', `/api/zap/messages/${id}`)).json;
    expect([row.mensagem_resposta, row.motivo, row.concluida]).toEqual([null, motivo, true]);
  });

  it('shows a fixed text together with its reason, and an open turn as unfinished', async () => {
    const { owner, id, add } = await withAgent();
    const contact = await add.contact('5511987654321');
    await add.turn(contact, { outcome: 'audio-limit', answers: ['Ainda não consigo ouvir áudios.'] });
    await add.turn(contact, { outcome: null });
    const [open, told] = (await owner.send('GET', `/api/zap/messages/${id}`)).json;
    expect([open.motivo, open.concluida]).toEqual([null, false]);
    expect([told.motivo, told.mensagem_resposta]).toEqual([
      'limite_audio',
      'Ainda não consigo ouvir áudios.',
    ]);
  });

  it('does not show what was cancelled before it left', async () => {
    const { owner, id, add } = await withAgent();
    const turn = await add.turn(await add.contact('5511987654321'), { answers: ['Um momento', 'Sim'] });
    await world.pool.query(`update outbox set state = 'cancelled' where turn_id = $1 and text = 'Sim'`, [
      turn,
    ]);
    expect((await owner.send('GET', `/api/zap/messages/${id}`)).json[0].mensagem_resposta).toBe('Um momento');
  });

  it.each([
    ['98765', 1],
    ['(11) 98765-43', 1],
    ['5511', 2],
    ['000', 0],
    ['abc', 2],
    ['', 2],
  ])('filters by the digits of %j', async (phone, rows) => {
    const { owner, id, add } = await withAgent();
    for (const number of ['5511987654321', '5511911112222']) await add.turn(await add.contact(number), {});
    expect(await owner.gets(history.messages, { agentId: id, phone })).toHaveLength(rows);
  });

  it("takes both days whole, as the account's zone has them", async () => {
    const { owner, id, add } = await withAgent();
    const contact = await add.contact('5511987654321');
    for (const sentAt of [
      '2026-11-20T02:59:59.999Z',
      '2026-11-20T03:00:00Z',
      '2026-11-22T02:59:59.999Z',
      '2026-11-22T03:00:00Z',
    ])
      await add.turn(contact, { sentAt });
    const asked = { agentId: id, from: '2026-11-20', until: '2026-11-21' };
    const found = await owner.gets(history.messages, asked);
    expect(found.map(({ sentAt }) => sentAt.toISOString())).toEqual([
      '2026-11-22T02:59:59.999Z',
      '2026-11-20T03:00:00.000Z',
    ]);
  });

  it('finds a message that came late on the day it was sent', async () => {
    const { owner, id, add } = await withAgent();
    const sentAt = '2026-11-18T12:00:00Z';
    await add.turn(await add.contact('5511987654321'), {
      sentAt,
      openedAt: '2026-11-21T12:00:00Z',
      outcome: 'late',
    });
    const asked = { agentId: id, from: '2026-11-18', until: '2026-11-18' };
    expect(await owner.gets(history.messages, asked)).toMatchObject([
      { sentAt: new Date(sentAt), reason: 'late' },
    ]);
  });

  it('is read page by page, each row once', async () => {
    const { owner, id, add } = await withAgent();
    const contact = await add.contact('5511987654321');
    for (let turn = 0; turn < 7; turn++) {
      const sentAt = `2026-11-21T12:00:0${Math.floor(turn / 2)}.123Z`;
      await add.turn(contact, { texts: [String(turn)], sentAt });
    }
    const read: string[] = [];
    let cursor: string | null = '';
    for (let pages = 1; cursor !== null; pages++) {
      const page = await owner.send(
        'GET',
        `/api/zap/messages/${id}?limite=3${cursor && `&cursor=${cursor}`}`,
      );
      read.push(...page.json.map((row: { mensagem_recebida: string }) => row.mensagem_recebida));
      cursor = page.headers.get('X-Next-Cursor');
      expect(pages).toBeLessThanOrEqual(3);
    }
    expect(read).toEqual(['6', '5', '4', '3', '2', '1', '0']);
  });

  it('shows the newest thousand where no limit is asked for, and never more than five thousand', async () => {
    const { owner, id, add } = await withAgent();
    const contact = await add.contact('5511987654321');
    await world.pool.query(
      `insert into turns (account_id, contact_id, agent_id, sent_at, opened_at, outcome)
       select $1, $2, $3, now(), now(), 'answered' from generate_series(1, 5001)`,
      [owner.id, contact, id],
    );
    expect(await owner.gets(history.messages, { agentId: id })).toHaveLength(1_000);
    expect(await owner.gets(history.messages, { agentId: id, limit: 100_000 })).toHaveLength(5_000);
  });
});

describe('a voice message in the history', () => {
  it('can be listened to by whoever has the link that its owner is shown, whole or in parts', async () => {
    const { link } = await withVoice();
    const whole = await fetch(world.url + link);
    expect([whole.status, whole.headers.get('Content-Type')]).toEqual([200, 'audio/ogg']);
    expect(await whole.text()).toBe('OggS bom dia');
    const part = await fetch(world.url + link, { headers: { range: 'bytes=5-7' } });
    expect([part.status, part.headers.get('Content-Range'), await part.text()]).toEqual([
      206,
      'bytes 5-7/12',
      'bom',
    ]);
    const end = await fetch(world.url + link, { headers: { range: 'bytes=-3' } });
    expect([end.status, await end.text()]).toEqual([206, 'dia']);
    const beyond = await fetch(world.url + link, { headers: { range: 'bytes=12-' } });
    expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, 'bytes */12']);
  });

  it('is shown with the same link again, so that nobody who listens is interrupted', async () => {
    const { owner, id, link } = await withVoice();
    world.clock.pass(1_000);
    expect((await owner.gets(history.messages, { agentId: id }))[0]?.voices).toEqual([link]);
  });

  it('opens by no other link, none that is over, and to no other account', async () => {
    const { link, owner, messageId } = await withVoice();
    const stranger = await world.owner();
    for (const wrong of [
      link.split('?')[0],
      link.replace(/assinatura=.{4}/, 'assinatura=AAAA'),
      link.replace(/conta=\d+/, `conta=${stranger.id}`),
      link.replace(`/${messageId}?`, `/${messageId + 1}?`),
    ]) {
      expect((await fetch(world.url + wrong)).status).toBe(404);
    }
    expect((await fetch(world.url + link)).status).toBe(200);
    world.clock.pass(20 * 60_000);
    expect((await fetch(world.url + link)).status).toBe(404);
    expect((await owner.send('GET', `/api/zap/audios/${messageId}`)).status).toBe(404);
  });

  it('lies on the shelf so that nobody can read it there', async () => {
    const { key } = await withVoice();
    expect(Buffer.from((await (await shelf()).get(key)) ?? []).toString('latin1')).not.toContain('bom dia');
  });

  it('is only read once its week is over', async () => {
    const { owner, id, link, messageId } = await withVoice();
    await world.pool.query('update messages set audio_key = null where id = $1', [messageId]);
    const [entry] = await owner.gets(history.messages, { agentId: id });
    expect([entry?.voices, entry?.question]).toEqual([[], 'bom dia']);
    expect((await fetch(world.url + link)).status).toBe(404);
  });
});

describe('a notice', () => {
  it('tells what went wrong with whom, until it is dismissed', async () => {
    const { owner, id, add } = await withAgent();
    const contact = await add.contact('5511987654321');
    await world.pool.query(
      `insert into notices (account_id, agent_id, contact_id, kind, at) values
       ($1, $2, $3, 'ai-failed', '2026-11-21T12:00:00Z'), ($1, $2, null, 'number-lost', '2026-11-21T12:00:01Z')`,
      [owner.id, id, contact],
    );
    const { json } = await owner.send('GET', '/api/avisos');
    expect(json).toEqual([
      {
        ...{ id: expect.any(Number), agente_id: id, nome_agente: 'Ana', tipo: 'numero_perdido' },
        ...{ motivo: null, telefone_cliente: null, criado_em: '2026-11-21T12:00:01.000Z' },
      },
      expect.objectContaining({ tipo: 'falha_ia', telefone_cliente: '5511987654321' }),
    ]);
    expect((await owner.ask(notices.dismiss, { noticeId: json[0].id })).status).toBe(204);
    expect(await owner.gets(notices.list, {})).toMatchObject([{ kind: 'ai-failed' }]);
  });
});

// Helpers

const shelf = () => folderShelf(join(dirname(world.dist), 'files'));

/** A voice message that was heard, with its file. */
const withVoice = async () => {
  const { owner, id, add } = await withAgent();
  const turn = await add.turn(await add.contact('5511987654321'), { texts: ['bom dia'] });
  const heard = await world.pool.query<{ id: number; audio_key: string }>(
    `update messages set kind = 'audio', heard_at = now(), audio_key = concat_ws('/', account_id, agent_id, 'voice-' || id)
     where turn_id = $1 returning id, audio_key`,
    [turn],
  );
  const { id: messageId = 0, audio_key: key = '' } = heard.rows[0] ?? {};
  const sealed = sealedShelf(await shelf(), vaultFor('only-for-tests-only-for-tests-only', 'voices'));
  await sealed.put(key, new TextEncoder().encode('OggS bom dia'), 'audio/ogg');
  const [entry] = await owner.gets(history.messages, { agentId: id });
  return { owner, id, messageId, key, link: entry?.voices[0] ?? '' };
};

type Turn = {
  readonly sentAt?: string;
  readonly openedAt?: string;
  /** Null stands for a voice message. */
  readonly texts?: readonly (string | null)[];
  readonly answers?: readonly string[];
  readonly outcome?: string | null;
};

const withAgent = async () => {
  const owner = await world.owner();
  const { id } = await owner.gets(agents.create, newAgent());
  let sent = 0;

  const contact = async (phone: string, name: string | null = null): Promise<number> => {
    const made = await world.pool.query(
      'insert into contacts (account_id, agent_id, phone, name, created_at) values ($1, $2, $3, $4, now()) returning id',
      [owner.id, id, phone, name],
    );
    return made.rows[0].id;
  };

  const turn = async (
    contactId: number,
    {
      sentAt = '2026-11-21T12:00:00Z',
      openedAt = sentAt,
      texts = ['Oi'],
      answers = [],
      outcome = 'answered',
    }: Turn,
  ): Promise<number> => {
    const made = await world.pool.query(
      `insert into turns (account_id, contact_id, agent_id, sent_at, opened_at, outcome) values ($1, $2, $3, $4, $5, $6) returning id`,
      [owner.id, contactId, id, sentAt, openedAt, outcome],
    );
    const turnId = made.rows[0].id;
    for (const text of texts) {
      sent += 1;
      await world.pool.query(
        `insert into messages (account_id, contact_id, agent_id, author, provider_id, kind, text, sent_at, received_at, turn_id)
         values ($1, $2, $3, 'customer', $4, $5, $6, $7, $7, $8)`,
        [owner.id, contactId, id, `M${sent}`, text === null ? 'audio' : 'text', text, sentAt, turnId],
      );
    }
    for (const [seq, text] of answers.entries()) {
      sent += 1;
      await world.pool.query(
        `insert into outbox (account_id, contact_id, agent_id, turn_id, seq, provider_id, source, text, state, due_at, created_at)
         values ($1, $2, $3, $4, $5, $6, 'agent', $7, 'accepted', now(), now())`,
        [owner.id, contactId, id, turnId, seq, `A${sent}`, text],
      );
    }
    return turnId;
  };

  return { owner, id, add: { contact, turn } };
};
