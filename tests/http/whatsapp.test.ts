import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents } from '#adapters/http/contract/agents.ts';
import { history } from '#adapters/http/contract/history.ts';
import { simulator } from '#adapters/http/contract/simulator.ts';
import { whatsapp } from '#adapters/http/contract/whatsapp.ts';
import { newAgent, newPhone, type Owner, openWorld, type World } from '#tests/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ workers: true });
});
afterAll(() => world.close());

describe('connecting a number', () => {
  it('shows a QR code, and is connected once the phone has read it', async () => {
    const { owner, phone } = await withAgent();
    expect((await owner.send('GET', `/api/zap/status/${phone}`)).json).toEqual({
      ...{ conectado: false, status: 'desconectado' },
      ...{ pareado: false, motivo: null, problema: null, ate: null },
    });
    expect((await owner.send('GET', `/api/zap/qr/${phone}`)).text).toBe('aguardando');
    const started = await owner.send('GET', `/api/zap/start/${phone}`);
    expect([started.status, started.json]).toEqual([200, { status: 'conectando' }]);
    await eventually(async () => {
      const qr = await owner.send('GET', `/api/zap/qr/${phone}`);
      expect(qr.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
      expect(qr.text).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/);
    });
    await owner.gets(simulator.pair, { phone });
    await connected(owner, phone);
    expect((await owner.send('GET', `/api/zap/qr/${phone}`)).text).toBe('conectado');
    expect((await owner.gets(agents.list, {}))[0]?.whatsapp).toBe('connected');
  });

  it('twice is connecting once', async () => {
    const { owner, phone } = await connectedAgent();
    expect((await owner.send('POST', `/api/zap/start/${phone}`)).json).toEqual({ status: 'conectado' });
  });

  it('takes the number in any spelling', async () => {
    const { owner, phone } = await withAgent();
    for (const spelling of [
      phone.slice(2),
      `+${phone}`,
      `(${phone.slice(2, 4)}) ${phone.slice(4)}`,
      withoutNinth(phone),
    ])
      expect((await owner.send('GET', `/api/zap/status/${encodeURIComponent(spelling)}`)).status).toBe(200);
  });

  it("answers 404 for a number that is none of the caller's agents", async () => {
    const { owner } = await withAgent();
    expect((await owner.ask(whatsapp.start, { phone: newPhone() })).status).toBe(404);
  });

  it('tells two agents with one number apart', async () => {
    const { owner, phone, id } = await withAgent();
    const second = await owner.gets(agents.create, newAgent({ phone }));
    await owner.gets(whatsapp.start, { phone, agentId: second.id });
    const shown = await owner.gets(agents.list, {});
    expect(shown.map(({ id, whatsapp }) => [id, whatsapp])).toEqual([
      [id, 'disconnected'],
      [second.id, 'connecting'],
    ]);
    expect((await owner.ask(whatsapp.status, { phone, agentId: 2_000_000_000 })).status).toBe(404);
  });

  it('is refused for a number that is connected in another account', async () => {
    const { phone } = await connectedAgent();
    const other = await world.owner();
    await other.gets(agents.create, newAgent({ phone: withoutNinth(phone) }));
    expect(await other.hears(whatsapp.start, { phone })).toEqual({
      status: 409,
      message: 'Este número já está conectado a outro agente.',
    });
  });

  it('is refused on trial for a number that had its trial in another account, and allowed once paid', async () => {
    const { owner, phone } = await connectedAgent();
    await owner.gets(whatsapp.disconnect, { phone });
    const other = await world.owner();
    await other.gets(agents.create, newAgent({ phone }));
    await eventually(async () =>
      expect(await other.hears(whatsapp.start, { phone })).toEqual({
        status: 409,
        message: 'Este número já usou o período grátis em outra conta.',
      }),
    );
    await world.pool.query(`update subscriptions set state = 'paid' where account_id = $1`, [other.id]);
    expect((await other.ask(whatsapp.start, { phone })).status).toBe(200);
  });

  it('says so when another phone has read the code', async () => {
    const { owner, phone } = await withAgent();
    await owner.gets(whatsapp.start, { phone });
    await owner.gets(simulator.pair, { phone, as: newPhone() });
    await eventually(async () =>
      expect((await owner.send('GET', `/api/zap/qr/${phone}`)).text).toBe(
        'erro: O celular que leu o QR code usa outro número. Leia com o celular do número cadastrado no agente.',
      ),
    );
  });

  it('says of a number that lost its line that it comes back by itself', async () => {
    const { owner, phone } = await connectedAgent();
    await owner.gets(simulator.setConnection, { phone, state: 'down' });
    await eventually(async () =>
      expect((await owner.send('GET', `/api/zap/status/${phone}`)).json).toEqual({
        ...{ conectado: false, status: 'conectando', pareado: true, motivo: null, problema: null, ate: null },
      }),
    );
    expect((await owner.send('GET', `/api/zap/qr/${phone}`)).text).toBe('aguardando');
  });

  it('says why it is not connected: in the status, in the list, and in a notice', async () => {
    const { owner, id, phone } = await connectedAgent();
    await owner.gets(simulator.setConnection, { phone, state: 'unlinked' });
    const why = {
      ...{ pareado: false, motivo: 'desconectado_no_celular', ate: null },
      problema: 'O WhatsApp foi desconectado no celular. Conecte de novo para o agente voltar a responder.',
    };
    await eventually(async () =>
      expect((await owner.send('GET', `/api/zap/status/${phone}`)).json).toEqual({
        ...{ conectado: false, status: 'desconectado' },
        ...why,
      }),
    );
    const qr = await owner.send('GET', `/api/zap/qr/${phone}`);
    expect(qr.text).toBe(`erro: ${why.problema}`);
    expect((await owner.send('GET', '/api/agent')).json).toMatchObject([{ id, conexao: why }]);
    expect((await owner.send('GET', '/api/avisos')).json).toMatchObject([
      { agente_id: id, tipo: 'numero_perdido', motivo: 'desconectado_no_celular' },
    ]);
  });

  it('says until when WhatsApp blocks it', async () => {
    const { owner, id, phone } = await connectedAgent();
    const before = Date.now();
    await owner.gets(simulator.setConnection, { phone, state: 'temporarily-banned' });
    await eventually(async () => {
      const { state, paired, problem, until } = await owner.gets(whatsapp.status, { phone });
      expect([state, paired, problem]).toEqual(['disconnected', true, 'temporarily-banned']);
      expect((until?.getTime() ?? 0) - before).toBeGreaterThan(500_000);
    });
    const [listed] = await owner.gets(agents.list, {});
    expect(listed).toMatchObject({ id, connection: { problem: 'temporarily-banned' } });
  });

  it.each([
    ['temporarily-banned', 'bloqueado_por_um_tempo', 'erro: O WhatsApp bloqueou este número por um tempo.'],
    ['banned', 'bloqueado', 'erro: O WhatsApp bloqueou este número.'],
    ['client-too-old', 'versao_recusada', 'erro: O WhatsApp não aceita mais esta versão da conexão.'],
    ['replaced', 'outro_programa', 'erro: Outro programa está usando a conexão deste número.'],
    ['unreachable', 'whatsapp_sem_resposta', 'erro: Não conseguimos falar com o WhatsApp agora.'],
    ['connected-elsewhere', 'em_outro_agente', 'erro: Este número já está conectado a outro agente.'],
    ['expired', 'expirado', 'expirado'],
  ])('has words for a number that is %s', async (problem, motivo, said) => {
    const { owner, id, phone } = await withAgent();
    await world.pool.query(
      `insert into numbers (agent_id, account_id, phone, phone_key, wanted, state, problem, changed_at)
       select id, account_id, phone, phone_key, 'off', 'disconnected', $2, now() from agents where id = $1`,
      [id, problem],
    );
    const status = await owner.send('GET', `/api/zap/status/${phone}`);
    expect(status.json).toMatchObject({ conectado: false, status: 'desconectado', motivo });
    expect((await owner.send('GET', `/api/zap/qr/${phone}`)).text.startsWith(said)).toBe(true);
  });

  it('gives a code to type instead', async () => {
    const { owner, phone } = await withAgent();
    const { code } = await owner.gets(whatsapp.pairingCode, { phone });
    expect(code).toMatch(/^[A-Z0-9]{8}$/);
  });

  it('gives no code to a number that is connected', async () => {
    const { owner, phone } = await connectedAgent();
    expect(await owner.hears(whatsapp.pairingCode, { phone })).toEqual({
      status: 409,
      message: 'O WhatsApp do agente já está conectado.',
    });
  });
});

describe('disconnecting a number', () => {
  it('shows at once, logs the device out, and lets it be connected anew', async () => {
    const { owner, phone } = await connectedAgent();
    expect((await owner.ask(whatsapp.disconnect, { phone })).status).toBe(204);
    expect(await owner.gets(whatsapp.status, { phone })).toMatchObject({
      ...{ connected: false, state: 'disconnected', problem: null },
    });
    expect((await owner.ask(whatsapp.start, { phone })).status).toBe(200);
    await eventually(async () => {
      const phones = await owner.gets(simulator.phones, {});
      expect(phones.find((one) => one.phone === phone)).toMatchObject({ waitsForScan: true });
    });
  });

  it("happens to the old number when the agent's phone is changed", async () => {
    const { owner, id, phone } = await connectedAgent();
    const other = newPhone();
    const changed = await owner.gets(agents.change, { agentId: id, ...newAgent({ phone: other }) });
    expect(changed.whatsapp).toBe('disconnected');
    await unlinked(owner, phone);
    expect((await owner.ask(whatsapp.start, { phone: other })).status).toBe(200);
  });

  it('happens when the agent is deleted, and frees the number', async () => {
    const { owner, id, phone } = await connectedAgent();
    await owner.gets(agents.remove, { agentId: id });
    await unlinked(owner, phone);
    await eventually(async () => {
      const left = await world.pool.query('select 1 from numbers where agent_id = $1', [id]);
      expect(left.rows).toEqual([]);
    });
    const again = await owner.gets(agents.create, newAgent({ phone }));
    await eventually(async () =>
      expect((await owner.ask(whatsapp.start, { phone, agentId: again.id })).status).toBe(200),
    );
  });
});

describe('a customer who writes', () => {
  it('is answered, and the owner reads both in the history', async () => {
    const { owner, id, phone } = await connectedAgent();
    const contact = newPhone();
    await owner.gets(simulator.write, { phone, contact, text: 'Que horas vocês abrem?' });
    await eventually(async () => {
      const [entry] = await owner.gets(history.messages, { agentId: id });
      expect(entry).toMatchObject({ customerPhone: `55${contact}`, finished: true, reason: null });
      expect(entry?.answer).toContain('6h');
      expect(await owner.gets(agents.stats, { agentId: id })).toMatchObject({
        sent: 1,
        received: 1,
        contacts: 1,
      });
    });
    const chat = await owner.gets(simulator.chat, { phone, contact });
    expect(chat.map(({ fromMe }) => fromMe)).toEqual([false, true]);
  });

  it('may send a picture of many megabytes', async () => {
    const { owner, phone } = await connectedAgent();
    const image = Buffer.alloc(3 * 1_048_576, 1).toString('base64');
    const asked = { phone, contact: newPhone(), image, caption: 'Vocês têm este pão?' };
    expect((await owner.ask(simulator.write, asked)).status).toBe(202);
  });

  it.each([
    ['no words', { text: '' }, 422],
    ['no contact', { contact: 'x', text: 'Oi' }, 422],
  ])('is refused by the simulator with %s', async (_, change, status) => {
    const { owner, phone } = await withAgent();
    expect((await owner.ask(simulator.write, { phone, contact: newPhone(), ...change })).status).toBe(status);
  });
});

// Helpers

const withAgent = async () => {
  const owner = await world.owner();
  const { id, phone } = await owner.gets(agents.create, newAgent());
  return { owner, id, phone };
};

const connectedAgent = async () => {
  const made = await withAgent();
  await made.owner.gets(whatsapp.start, { phone: made.phone });
  await made.owner.gets(simulator.pair, { phone: made.phone });
  await connected(made.owner, made.phone);
  return made;
};

const connected = (owner: Owner, phone: string) =>
  eventually(async () => expect((await owner.gets(whatsapp.status, { phone })).connected).toBe(true));

const unlinked = (owner: Owner, phone: string) =>
  eventually(async () => {
    const phones = await owner.gets(simulator.phones, {});
    expect(phones.find((one) => one.phone === phone)?.connection).toBe('unlinked');
  });

const withoutNinth = (phone: string) => phone.slice(0, 4) + phone.slice(5);

const eventually = async (check: () => Promise<void>): Promise<void> => {
  await expect
    .poll(async () => check().then(() => null, String), { timeout: 15_000, interval: 100 })
    .toBeNull();
};
