import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents } from '#adapters/http/contract/agents.ts';
import { keywordFiles } from '#adapters/http/contract/keyword-files.ts';
import { minute } from '#core/domain/time.ts';
import { jpegOf, pngOf } from '#tests/support/pictures.ts';
import { newAgent, type Owner, openWorld, type World } from '#tests/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('sending a keyword file', () => {
  it('answers it, and lists it, newest first', async () => {
    const { owner, id } = await withAgent();
    const { status, json } = await owner.send('POST', '/api/resposta-arquivo', {
      raw: formOf({
        agente_id: id,
        palavras: 'Tabela, TABELA,  tabela de preços',
        legenda_resposta: ' Preços de 2026 ',
        arquivo: fileOf('Preços.pdf', pdf),
      }),
    });
    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.any(Number),
      caminho_arquivo: expect.stringMatching(/^\/api\/resposta-arquivo\/\d+\/arquivo\?conta=/),
      palavras: 'Tabela, tabela de preços',
      legenda_resposta: 'Preços de 2026',
      criado_em: world.clock.now().toISOString(),
      nome_arquivo: 'Preços.pdf',
      tipo: 'application/pdf',
    });
    world.clock.pass(minute);
    const second = await add(owner, id, fileOf('foto.JPG', jpegOf(640, 480)));
    expect(second).toMatchObject({ type: 'image/jpeg', caption: null });
    const list = await owner.gets(keywordFiles.list, { agentId: id });
    expect(list.map((file) => file.id)).toEqual([second.id, json.id]);
  });

  it.each([
    ['no file', { file: null }, 422, 'Selecione um arquivo.'],
    ['no keywords', { keywords: '' }, 422, 'Preencha todos os campos obrigatórios.'],
    ['keywords without words', { keywords: ' , !' }, 422, 'Preencha todos os campos obrigatórios.'],
    [
      'a keyword like a novel',
      { keywords: 'a'.repeat(61) },
      422,
      'Use até 10 palavras-chave de até 60 caracteres, separadas por vírgulas.',
    ],
    ['a long caption', { caption: 'a'.repeat(1_001) }, 422, 'Legenda: no máximo 1.000 caracteres.'],
    ['an empty file', { file: fileOf('a.pdf', Buffer.alloc(0)) }, 422, 'Este arquivo está vazio.'],
    ['a page by another name', { file: fileOf('a.png', Buffer.from('<html>')) }, 415, wrongType()],
    ['half a picture', { file: fileOf('a.png', pngOf().subarray(0, 20)) }, 422, /danificado/],
    ['a picture to fill memory with', { file: fileOf('a.png', pngOf(50_000, 50_000)) }, 422, /40 megapixels/],
  ])('is refused with %s, and leaves nothing behind', async (_, change, status, message) => {
    const { owner, id } = await withAgent();
    const heard = await owner.hears(keywordFiles.add, { ...form(id), ...change });
    expect(heard).toEqual({
      status,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    expect(await everythingOf(owner)).toEqual({ keywordFiles: 0, loose: 0, files: 0 });
  });

  it('is refused above 16 MB', async () => {
    const { owner, id } = await withAgent();
    const file = fileOf('grande.pdf', Buffer.alloc(16 * 1_048_576 + 1, '%PDF-'));
    expect((await owner.hears(keywordFiles.add, { ...form(id), file })).status).toBe(413);
  });

  it('needs an active plan', async () => {
    const { owner, id } = await withAgent();
    await world.pool.query(`update subscriptions set state = 'cancelled' where account_id = $1`, [owner.id]);
    expect(await owner.hears(keywordFiles.add, form(id))).toEqual({
      status: 403,
      message: 'Nenhum plano ativo.',
    });
  });

  it('is refused when three files wait for one of its keywords already', async () => {
    const { owner, id } = await withAgent();
    for (let n = 0; n < 3; n += 1) await owner.gets(keywordFiles.add, { ...form(id), keywords: 'Catálogo' });
    expect(await owner.hears(keywordFiles.add, { ...form(id), keywords: 'mapa, CATALOGO' })).toEqual({
      status: 403,
      message: 'A palavra-chave «CATALOGO» já está em 3 arquivos, que é o limite.',
    });
    await owner.gets(keywordFiles.add, { ...form(id), keywords: 'mapa' });
    expect(await everythingOf(owner)).toEqual({ keywordFiles: 4, loose: 0, files: 4 });
  });

  it('many at once fills the plan and not a place more', async () => {
    const { owner, id } = await withAgent(1);
    const statuses: number[] = [];
    const one = async (): Promise<void> => {
      const { status } = await owner.ask(keywordFiles.add, form(id));
      if (status === 503) return one();
      statuses.push(status);
    };
    await Promise.all(Array.from({ length: 12 }, one));
    expect(statuses.toSorted()).toEqual([201, 201, 201, ...Array(9).fill(403)]);
    expect(await owner.hears(keywordFiles.add, form(id))).toEqual({
      status: 403,
      message: 'Limite de arquivos do plano atingido.',
    });
    expect(await everythingOf(owner)).toEqual({ keywordFiles: 3, loose: 0, files: 3 });
  });
});

describe('the link to a keyword file', () => {
  it('opens it for a while, and it can do nothing', async () => {
    const { owner, id } = await withAgent();
    const picture = await add(owner, id, fileOf('foto.png', pngOf(2, 3)));
    const seen = await fetch(world.url + picture.link);
    expect(seen.status).toBe(200);
    expect(seen.headers.get('Content-Type')).toBe('image/png');
    expect(seen.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(seen.headers.get('Content-Disposition')).toMatch(/^inline/);
    expect(Buffer.from(await seen.arrayBuffer())).toEqual(pngOf(2, 3));
    const table = await add(owner, id);
    const download = await fetch(world.url + table.link);
    expect(download.headers.get('Content-Disposition')).toMatch(/^attachment/);
    expect(download.headers.get('Content-Security-Policy')).toContain('sandbox');
    world.clock.pass(20 * minute);
    expect((await fetch(world.url + table.link)).status).toBe(404);
  });

  it('opens nothing else, for nobody else, and nothing that is gone', async () => {
    const { owner, id } = await withAgent();
    const file = await add(owner, id);
    const other = await add(owner, id);
    for (const link of [
      file.link.replace(`/${file.id}/`, `/${other.id}/`),
      file.link.replace(/conta=\d+/, 'conta=1'),
      file.link.replace(/expira=\d+/, 'expira=9999999999'),
      file.link.replace(/\?.*/, ''),
      file.link.replace(`/${file.id}/`, '/%00/'),
    ]) {
      expect([link, (await fetch(world.url + link)).status]).toEqual([link, 404]);
    }
    await owner.gets(keywordFiles.remove, { fileId: file.id });
    expect((await fetch(world.url + file.link)).status).toBe(404);
  });
});

describe('deleting a keyword file', () => {
  it('takes it off the shelf', async () => {
    const { owner, id } = await withAgent();
    const file = await add(owner, id);
    expect((await owner.ask(keywordFiles.remove, { fileId: file.id })).status).toBe(204);
    expect(await everythingOf(owner)).toEqual({ keywordFiles: 0, loose: 0, files: 0 });
    expect((await owner.ask(keywordFiles.remove, { fileId: file.id })).status).toBe(404);
  });
});

describe('the agent of a keyword file', () => {
  it('takes it along when it is duplicated, and away when it is deleted', async () => {
    const { owner, id } = await withAgent();
    await add(owner, id);
    const { id: copy } = await owner.gets(agents.duplicate, { agentId: id });
    const [copied] = await owner.gets(keywordFiles.list, { agentId: copy });
    expect(copied).toMatchObject({ name: 'tabela.pdf', keywords: 'tabela' });
    await owner.gets(agents.remove, { agentId: id });
    expect(await everythingOf(owner)).toEqual({ keywordFiles: 1, loose: 0, files: 1 });
    expect((await fetch(world.url + (copied?.link ?? ''))).status).toBe(200);
    await owner.gets(agents.remove, { agentId: copy });
    expect(await everythingOf(owner)).toEqual({ keywordFiles: 0, loose: 0, files: 0 });
  });
});

// Helpers

const pdf = Buffer.from('%PDF-1.7\n');

const withAgent = async (planId = 2) => {
  const owner = await world.owner({ planId });
  const { id } = await owner.gets(agents.create, newAgent());
  return { owner, id };
};

function fileOf(name: string, bytes: Buffer) {
  return new File([new Uint8Array(bytes)], name);
}

function wrongType() {
  return 'Formato não permitido. Envie um arquivo .pdf, .jpg ou .png';
}

const form = (agentId: number, file = fileOf('tabela.pdf', pdf)) => ({ agentId, keywords: 'tabela', file });

const add = (owner: Owner, agentId: number, file?: File) => owner.gets(keywordFiles.add, form(agentId, file));

const formOf = (fields: Readonly<Record<string, string | number | File>>): FormData => {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) made.append(name, value, value.name);
    else made.append(name, String(value));
  }
  return made;
};

const everythingOf = async ({ id }: Owner) => {
  const counted = await world.pool.query(
    `select (select count(*) from keyword_files where account_id = $1)::int as "keywordFiles",
       (select count(*) from loose_files where account_id = $1)::int as loose`,
    [id],
  );
  const shelf = join(world.dist, '../files');
  const files = readdirSync(shelf, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && `${entry.parentPath}/`.startsWith(join(shelf, String(id), '/')),
  );
  return { ...counted.rows[0], files: files.length };
};
