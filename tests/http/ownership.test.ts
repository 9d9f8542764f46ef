import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents } from '#adapters/http/contract/agents.ts';
import { documents } from '#adapters/http/contract/documents.ts';
import { keywordFiles } from '#adapters/http/contract/keyword-files.ts';
import { notices } from '#adapters/http/contract/notices.ts';
import { pauses } from '#adapters/http/contract/pauses.ts';
import { plans } from '#adapters/http/contract/plans.ts';
import type { Route } from '#adapters/http/endpoint.ts';
import { docxOf } from '#tests/support/documents.ts';
import { newAgent, newPhone, type Owner, openWorld, type Sent, type World } from '#tests/support/world.ts';

let world: World;
let victim: Victim;
let stranger: Owner;
beforeAll(async () => {
  world = await openWorld();
  victim = await openVictim();
  stranger = await world.owner({ planId: 3 });
});
afterAll(() => world.close());

describe('a call that only an owner may make', () => {
  it('is not answered without a session, whatever is sent', async () => {
    for (const route of ownerRoutes()) {
      const { method, path } = filled(route, victim);
      for (const sent of [{}, goodly(route, victim)]) {
        const answer = await world.visitor().send(method, path, sent);
        expect([method, path, answer.status]).toEqual([method, path, 401]);
        expect(answer.text).not.toContain(victim.secret);
      }
    }
  });

  it("does not find another owner's things, and neither shows nor changes them", async () => {
    const before = await everythingOf(victim);
    for (const route of ownerRoutes().filter(namesAThing)) {
      const { method, path } = filled(route, victim);
      const answer = await stranger.send(method, path, goodly(route, victim));
      expect([method, path, answer.status]).toEqual([method, path, 404]);
      expect(answer.json.code).toBe('not-found');
      expect(answer.text).not.toContain(victim.secret);
    }
    expect(await everythingOf(victim)).toEqual(before);
  });

  it('answers the same for what is not there at all', async () => {
    for (const route of ownerRoutes().filter(namesAThing)) {
      const { method, path } = filled(route, nothing);
      const answer = await stranger.send(method, path, goodly(route, nothing));
      expect([method, path, answer.status]).toEqual([method, path, 404]);
      expect(answer.json).toMatchObject({ code: 'not-found', message: 'Não encontrado.' });
    }
  });

  it.each(['0', '-1', '1.5', '1e3', 'abc', '99999999999999999999', '%00', '%F0%9F', "1'--", '[1]', ' 1'])(
    'does not find what is named %j',
    async (id) => {
      for (const route of ownerRoutes().filter(({ contract }) => contract.path.includes(':'))) {
        const path = `/api${route.contract.path.replace(/:\w+/g, id)}`;
        const { method } = route.contract;
        const answer = await stranger.send(method, path, goodly(route, victim));
        expect([method, path, answer.status]).toEqual([method, path, 404]);
      }
    },
  );

  it("lists nothing of another owner's", async () => {
    for (const route of ownerRoutes().filter((one) => one.contract.method === 'GET' && !namesAThing(one))) {
      const answer = await stranger.send('GET', `/api${route.contract.path}`);
      expect([route.contract.path, answer.status]).toEqual([route.contract.path, 200]);
      expect(answer.text).not.toContain(victim.secret);
    }
  });

  it('refuses to speak for another account, before anything is looked at', async () => {
    for (const route of ownerRoutes().filter(({ contract }) => ['POST', 'PUT'].includes(contract.method))) {
      const { method, path } = filled(route, victim);
      for (const user_id of [victim.owner.id, String(victim.owner.id), null, {}, -1]) {
        const answer = await stranger.send(method, path, goodly(route, victim, { user_id }));
        expect([method, path, answer.status]).toEqual([method, path, 403]);
        expect(answer.json.code).toBe('another-account');
      }
    }
  });

  it.each(['number', 'text'])('may name its own account, as %s', async (how) => {
    const { id } = stranger;
    const made = await stranger.send('POST', '/api/agent', {
      body: { ...goodBody(victim), user_id: how === 'text' ? String(id) : id },
    });
    expect(made.status).toBe(201);
    await stranger.gets(agents.remove, { agentId: made.json.id });
  });
});

describe('the table of routes', () => {
  it('leaves only these calls to anybody', () => {
    const open = world.routes.filter(({ contract }) => contract.who === 'anyone');
    expect(open.map(({ contract }) => `${contract.method} ${contract.path}`).sort()).toEqual([
      'GET /planos/public',
      'GET /resposta-arquivo/:id/arquivo',
      'GET /simulador',
      'GET /simulador/:telefone/conversas',
      'GET /simulador/:telefone/mensagens',
      'GET /zap/audios/:id',
      'POST /auth/login',
      'POST /auth/register',
      'POST /simulador/:telefone/conexao',
      'POST /simulador/:telefone/mensagens',
      'POST /simulador/:telefone/parear',
    ]);
  });

  it('has each call once', () => {
    const calls = world.routes.map(({ contract }) => `${contract.method} ${contract.path}`);
    expect(new Set(calls).size).toBe(calls.length);
  });
});

// Helpers

type Things = {
  readonly agentId: number;
  readonly documentId: number;
  readonly keywordFileId: number;
  readonly pauseId: number;
  readonly noticeId: number;
  readonly phone: string;
};

type Victim = Things & { readonly owner: Owner; readonly secret: string };

const nothing: Things = {
  agentId: 2_000_000_000,
  documentId: 9_000_000_000,
  keywordFileId: 9_000_000_000,
  pauseId: 9_000_000_000,
  noticeId: 9_000_000_000,
  phone: '5511900000009',
};

const openVictim = async (): Promise<Victim> => {
  const owner = await world.owner();
  const secret = 'segredo-da-padaria';
  const { id: agentId, phone } = await owner.gets(
    agents.create,
    newAgent({ name: secret, description: secret, businessInfo: secret }),
  );
  const { id: pauseId } = await owner.gets(pauses.add, { agentId, customerPhone: newPhone() });
  const { id: documentId } = await owner.gets(documents.upload, { agentId, file: aDocument(secret) });
  const { id: keywordFileId } = await owner.gets(keywordFiles.add, {
    agentId,
    keywords: secret,
    file: new File(['%PDF-1.7'], `${secret}.pdf`),
  });
  await world.pool.query(
    `insert into notices (account_id, agent_id, kind, at) values ($1, $2, 'robot', now())`,
    [owner.id, agentId],
  );
  const [notice] = await owner.gets(notices.list, {});
  return { owner, secret, agentId, documentId, keywordFileId, pauseId, noticeId: notice?.id ?? 0, phone };
};

const ownerRoutes = () => world.routes.filter(({ contract }) => contract.who === 'owner');

/** Its path, or what it is asked, names something that belongs to somebody. */
const namesAThing = ({ contract }: Route): boolean =>
  contract.path.includes(':') || /^\/(pausas|documentos|resposta-arquivo)/.test(contract.path);

const filled = ({ contract: { method, path } }: Route, things: Things) => {
  const { agentId, documentId, keywordFileId, pauseId, noticeId, phone } = things;
  const ids = {
    pausas: pauseId,
    avisos: noticeId,
    documentos: documentId,
    'resposta-arquivo': keywordFileId,
  };
  const id = ids[path.split('/')[1] as keyof typeof ids] ?? agentId;
  const named = path.replace(':agentId', String(agentId)).replace(':phone', phone).replace(':id', String(id));
  return {
    method,
    path: `/api${named}${path === '/pausas' && method === 'GET' ? `?agente_id=${agentId}` : ''}`,
  };
};

/** What a call may send, all of it right: nothing, a form with a file, or else a body. */
const goodly = ({ contract: { method, upload } }: Route, things: Things, also: object = {}): Sent => {
  const body = { ...goodBody(things), ...also };
  if (method === 'GET') return {};
  if (!upload) return { body };
  const form = new FormData();
  for (const name of ['agente_id', 'user_id']) {
    if (name in body) form.append(name, String(body[name as keyof typeof body]));
  }
  const file = aDocument('intruder');
  form.append(upload.field, file, file.name);
  return { raw: form };
};

const aDocument = (text: string) => new File([new Uint8Array(docxOf([{ paragraph: text }]))], `${text}.docx`);

/** Every field that any call takes, all of them right. */
const goodBody = ({ agentId }: Things) => ({
  nome: 'Intrusa',
  telefone: newPhone(),
  nome_agente: 'Intrusa',
  descricao: 'x',
  informacoes_negocio: 'x',
  telefone_whatsapp: newPhone(),
  tempo_pausa_humana: 1,
  status_ativo: 0,
  agente_id: agentId,
  telefone_cliente: newPhone(),
  texto: 'segredo',
});

const everythingOf = async ({ owner, agentId }: Victim) => ({
  plan: await owner.gets(plans.current, {}),
  agents: await owner.gets(agents.list, {}),
  pauses: await owner.gets(pauses.list, { agentId }),
  documents: await owner.gets(documents.list, { agentId }),
  keywordFiles: (await owner.gets(keywordFiles.list, { agentId })).map(({ id, keywords }) => [id, keywords]),
  notices: await owner.gets(notices.list, {}),
  numbers: (await world.pool.query('select * from numbers where account_id = $1', [owner.id])).rows,
});
