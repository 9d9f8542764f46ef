import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents } from '#adapters/http/contract/agents.ts';
import { documents } from '#adapters/http/contract/documents.ts';
import { minute } from '#core/domain/time.ts';
import { docxOf, pdfOf } from '#tests/support/documents.ts';
import { newAgent, type Owner, openWorld, type World } from '#tests/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('sending a document', () => {
  it('answers what was read, and lists it, newest first', async () => {
    const { owner, id } = await withAgent();
    const { status, json } = await owner.send('POST', '/api/documentos/upload', {
      raw: formOf(id, fileOf('Tabela de preços.docx', priceList)),
    });
    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.any(Number),
      texto: expect.stringContaining('Salão da Bia'),
      criado_em: world.clock.now().toISOString(),
      nome_arquivo: 'Tabela de preços.docx',
      paginas: null,
      caracteres: expect.any(Number),
    });
    world.clock.pass(minute);
    const second = await owner.gets(documents.upload, {
      agentId: id,
      file: fileOf('CARDAPIO.PDF', pdfOf([['Cardápio da semana'], [long]])),
    });
    expect(second).toMatchObject({ name: 'CARDAPIO.PDF', pages: 2 });
    expect(second.characters).toBeGreaterThan(120);
    expect(second.excerpt).toHaveLength(120);
    const list = await owner.gets(documents.list, { agentId: id });
    expect(list.map((document) => document.id)).toEqual([second.id, json.id]);
  });

  it('keeps the rows of a table on one line, and finds them', async () => {
    const { owner, id } = await withAgent();
    await owner.gets(documents.upload, { agentId: id, file: fileOf('a.docx', priceList) });
    const kept = await world.pool.query('select text from passages where account_id = $1', [owner.id]);
    expect(kept.rows.map(({ text }) => text).join('\n')).toMatch(/Corte feminino.*R\$ 70/);
  });

  it.each([
    ['nothing', null, 422, 'Selecione um arquivo.'],
    ['a picture', fileOf('foto.png', priceListOf('x')), 415, wrongType()],
    ['a picture by another name', fileOf('foto.pdf', Buffer.from('\x89PNG\r\n\x1a\n____')), 415, wrongType()],
    ['an empty file', fileOf('vazio.pdf', Buffer.alloc(0)), 422, 'Este arquivo está vazio.'],
    [
      'half a file',
      fileOf('metade.pdf', pdfOf([['Preços']]).subarray(0, 60)),
      422,
      /danificado ou incompleto/,
    ],
    [
      'a locked file',
      fileOf('senha.pdf', pdfOf([['Preços']], { password: 'x' })),
      422,
      /protegido por senha/,
    ],
    [
      'a file without words',
      fileOf('scan.pdf', pdfOf([[]])),
      422,
      'Este arquivo não tem texto legível. PDFs escaneados e imagens não são interpretados.',
    ],
    ['too many pages', fileOf('livro.pdf', pdfOf(pages(301))), 422, /longo demais/],
  ])('is refused with %s, and leaves nothing behind', async (_, file, status, message) => {
    const { owner, id } = await withAgent();
    const refused = await owner.send('POST', '/api/documentos/upload', { raw: formOf(id, file) });
    expect([refused.status, refused.json.error]).toEqual([
      status,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
    expect(refused.json.message).toBe(refused.json.error);
    expect(await everythingOf(owner)).toEqual({ documents: 0, passages: 0, loose: 0, files: 0 });
  });

  it('is refused above 10 MB', async () => {
    const { owner, id } = await withAgent();
    const file = fileOf('grande.pdf', Buffer.alloc(10 * 1_048_576 + 1, '%PDF-'));
    expect((await owner.hears(documents.upload, { agentId: id, file })).status).toBe(413);
  });

  it('is refused a second time, for the same agent', async () => {
    const { owner, id } = await withAgent();
    const file = () => fileOf('a.docx', priceListOf('R$ 70'));
    await owner.gets(documents.upload, { agentId: id, file: file() });
    expect(await owner.hears(documents.upload, { agentId: id, file: file() })).toEqual({
      status: 409,
      message: 'Este documento já foi enviado.',
    });
    const { id: other } = await owner.gets(agents.create, newAgent());
    expect((await owner.ask(documents.upload, { agentId: other, file: file() })).status).toBe(201);
    expect(await everythingOf(owner)).toMatchObject({ documents: 2, loose: 0, files: 2 });
  });

  it('stops at the limit of the plan', async () => {
    const { owner, id } = await withAgent(1);
    await owner.gets(documents.upload, { agentId: id, file: fileOf('a.docx', priceListOf('a')) });
    expect(
      await owner.hears(documents.upload, { agentId: id, file: fileOf('b.docx', priceListOf('b')) }),
    ).toEqual({ status: 403, message: 'Limite de documentos do plano atingido.' });
  });

  it('needs an active plan', async () => {
    const { owner, id } = await withAgent();
    await world.pool.query(`update subscriptions set state = 'cancelled' where account_id = $1`, [owner.id]);
    expect(await owner.hears(documents.upload, { agentId: id, file: fileOf('a.docx', priceList) })).toEqual({
      status: 403,
      message: 'Nenhum plano ativo.',
    });
  });

  it('leaves nothing behind when the owner goes while it is read, and the place is free again', async () => {
    const { owner, id } = await withAgent(1);
    const going = new AbortController();
    const sent = fetch(`${world.url}/api/documentos/upload`, {
      method: 'POST',
      body: formOf(id, fileOf('livro.pdf', pdfOf(pages(299)))),
      headers: { Authorization: `Bearer ${owner.token}` },
      signal: going.signal,
    });
    await expect.poll(async () => (await everythingOf(owner)).loose, { timeout: 5_000 }).toBe(1);
    going.abort();
    await expect(sent).rejects.toThrow();
    await expect.poll(async () => (await everythingOf(owner)).loose, { timeout: 5_000 }).toBe(0);
    const file = fileOf('a.docx', priceList);
    expect((await owner.ask(documents.upload, { agentId: id, file })).status).toBe(201);
    expect(await everythingOf(owner)).toMatchObject({ documents: 1, loose: 0, files: 1 });
  });

  it('fifty times at once fills the plan and not a place more', async () => {
    await world.pool.query('update plans set documents_per_agent = 3 where id = 2');
    const { owner, id } = await withAgent();
    const untilAnswered = async (file: File): Promise<number> => {
      const { status } = await owner.ask(documents.upload, { agentId: id, file });
      if (status !== 503) return status;
      await setTimeout(200);
      return untilAnswered(file);
    };
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => untilAnswered(fileOf(`${i}.docx`, priceListOf(`R$ ${i}`)))),
    );
    await world.pool.query('update plans set documents_per_agent = 5 where id = 2');
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 403)).toHaveLength(47);
    expect(await everythingOf(owner)).toMatchObject({ documents: 3, loose: 0, files: 3 });
  }, 60_000);
});

describe('deleting a document', () => {
  it('takes its passages and its file too', async () => {
    const { owner, id } = await withAgent();
    const sent = await owner.gets(documents.upload, { agentId: id, file: fileOf('a.docx', priceList) });
    expect((await owner.ask(documents.remove, { documentId: sent.id })).status).toBe(204);
    expect(await everythingOf(owner)).toEqual({ documents: 0, passages: 0, loose: 0, files: 0 });
    expect((await owner.ask(documents.remove, { documentId: sent.id })).status).toBe(404);
  });

  it('names it by how its text begins, when only one begins so', async () => {
    const { owner, id } = await withAgent();
    for (const price of ['R$ 70', 'R$ 80']) {
      await owner.gets(documents.upload, { agentId: id, file: fileOf('a.docx', priceListOf(price)) });
    }
    const named = (texto: string) =>
      owner.send('DELETE', '/api/documentos', { body: { agente_id: id, texto } });
    expect(await named('Corte')).toMatchObject({
      status: 409,
      json: { error: 'Mais de um documento começa com este texto.' },
    });
    expect((await named('Barba')).status).toBe(404);
    expect((await named(' ')).status).toBe(422);
    expect((await named('Corte feminino: R$ 80')).status).toBe(204);
    expect((await named('Corte')).status).toBe(204);
    expect(await owner.gets(documents.list, { agentId: id })).toEqual([]);
  });

  it('names it by its whole excerpt, however that ends', async () => {
    const { owner, id } = await withAgent();
    const file = fileOf('a.docx', docxOf([{ paragraph: `${'a'.repeat(119)} ${long}` }]));
    const { excerpt } = await owner.gets(documents.upload, { agentId: id, file });
    const gone = await owner.send('DELETE', '/api/documentos', { body: { agente_id: id, texto: excerpt } });
    expect(gone.status).toBe(204);
  });

  it('names it by agent and id, in the body', async () => {
    const { owner, id } = await withAgent();
    const { id: other } = await owner.gets(agents.create, newAgent());
    const sent = await owner.gets(documents.upload, { agentId: id, file: fileOf('a.docx', priceList) });
    const named = (agente_id: number | string, document: number | string) =>
      owner.send('DELETE', '/api/documentos', { body: { agente_id, id: document } });
    expect((await named(other, sent.id)).status).toBe(404);
    expect((await named(String(id), String(sent.id))).status).toBe(204);
  });

  it("does not find another owner's", async () => {
    const { owner, id } = await withAgent();
    const sent = await owner.gets(documents.upload, { agentId: id, file: fileOf('a.docx', priceList) });
    const stranger = await withAgent();
    for (const body of [
      { agente_id: id, texto: 'Salão' },
      { agente_id: id, id: sent.id },
      { agente_id: stranger.id, id: sent.id },
    ]) {
      expect((await stranger.owner.send('DELETE', '/api/documentos', { body })).status).toBe(404);
    }
    const intruding = { agentId: id, file: fileOf('b.docx', priceListOf('x')) };
    expect((await stranger.owner.hears(documents.upload, intruding)).status).toBe(404);
    expect(await owner.gets(documents.list, { agentId: id })).toHaveLength(1);
  });
});

describe('the agent of a document', () => {
  it('takes it along when it is duplicated, and away when it is deleted', async () => {
    const { owner, id } = await withAgent();
    await owner.gets(documents.upload, { agentId: id, file: fileOf('a.docx', priceList) });
    const { id: copy } = await owner.gets(agents.duplicate, { agentId: id });
    const [copied] = await owner.gets(documents.list, { agentId: copy });
    expect(copied).toMatchObject({ name: 'a.docx' });
    await owner.gets(agents.remove, { agentId: id });
    expect(await everythingOf(owner)).toMatchObject({ documents: 1, loose: 0, files: 1 });
    expect(await owner.gets(documents.list, { agentId: copy })).toHaveLength(1);
    await owner.gets(agents.remove, { agentId: copy });
    expect(await everythingOf(owner)).toEqual({ documents: 0, passages: 0, loose: 0, files: 0 });
  });
});

// Helpers

const withAgent = async (planId = 2) => {
  const owner = await world.owner({ planId });
  const { id } = await owner.gets(agents.create, newAgent());
  return { owner, id };
};

const long = 'Massagem relaxante de uma hora com óleos, música calma e chá ao final. '.repeat(5);

const priceList = docxOf([
  { heading: 'Salão da Bia' },
  {
    table: [
      ['Serviço', 'Preço'],
      ['Corte feminino', 'R$ 70'],
    ],
  },
]);

function priceListOf(price: string) {
  return docxOf([{ paragraph: `Corte feminino: ${price}` }]);
}

function wrongType() {
  return 'Formato não permitido. Envie um arquivo .pdf ou .docx';
}

function pages(count: number) {
  return Array.from({ length: count }, (_, i) => [`Página ${i}`]);
}

function fileOf(name: string, bytes: Buffer) {
  return new File([new Uint8Array(bytes)], name);
}

const formOf = (agentId: number, file: File | null): FormData => {
  const form = new FormData();
  form.append('agente_id', String(agentId));
  if (file) form.append('arquivo', file, file.name);
  return form;
};

const everythingOf = async ({ id }: Owner) => {
  const counted = await world.pool.query(
    `select (select count(*) from documents where account_id = $1)::int as documents,
       (select count(*) from passages where account_id = $1)::int as passages,
       (select count(*) from loose_files where account_id = $1)::int as loose`,
    [id],
  );
  const shelf = join(world.dist, '../files');
  const files = readdirSync(shelf, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && `${entry.parentPath}/`.startsWith(join(shelf, String(id), '/')),
  );
  return { ...counted.rows[0], files: files.length };
};
