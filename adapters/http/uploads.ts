import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import type { Next } from 'koa';
import { koaBody } from 'koa-body';
import { clean } from '#core/domain/text.ts';
import type { SentFile, Upload } from './contract/contract.ts';
import { type Exchange, refuse } from './exchange.ts';
import { sendsBody } from './limits.ts';
import type { HttpRefusal } from './refusals.ts';

/** What a form may be. Together with the file's own limit this bounds every byte that is read. */
export const uploadBounds = {
  fields: 10,
  fieldBytes: 65_536,
  headBytes: 8_192,
  nameLength: 255,
  idleMs: 15_000,
  wholeMs: 60_000,
  atOnce: 20,
  atOnceOfOneOwner: 3,
} as const;

export type UploadBounds = { readonly [Bound in keyof typeof uploadBounds]: number };

const folderPrefix = 'prosa-upload-';
const abandonedAfterMs = 3_600_000;

/** Reads forms with one file. Until it is whole the file lies in `folder`; nothing of it stays there, however it ends. */
export const uploads = (folder: string = tmpdir(), bounds: UploadBounds = uploadBounds) => {
  const gate = gateFor(bounds);
  let prepared: Promise<void> | undefined;

  const received = async (ctx: Exchange, upload: Upload): Promise<SentFile | null> => {
    prepared ??= prepare(folder);
    await prepared;
    const own = await mkdtemp(join(folder, folderPrefix));
    try {
      return await readForm(ctx, upload, own, bounds);
    } finally {
      await rm(own, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
    }
  };

  return (upload: Upload) =>
    async (ctx: Exchange, next: Next): Promise<void> => {
      if (!sendsBody(ctx)) return next();
      if (!ctx.is('multipart/form-data')) return refuse(ctx, { kind: 'not-a-form' });
      if (Number(ctx.get('Content-Length')) > mostOf(upload, bounds)) return refuse(ctx, tooLarge(upload));
      const leave = gate(ctx.state.ownerId ?? ctx.state.address);
      if (leave === null) return refuse(ctx, { kind: 'busy', retryAfterSeconds: 5 });
      try {
        ctx.state.file = await received(ctx, upload);
        await next();
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (error.refusal.kind === 'upload-too-slow') ctx.set('Connection', 'close');
        refuse(ctx, error.refusal);
      } finally {
        leave();
      }
    };
};

class Refused extends Error {
  readonly refusal: HttpRefusal;
  constructor(refusal: HttpRefusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

const malformed: HttpRefusal = { kind: 'malformed', fields: [] };

const tooLarge = ({ mostBytes }: Upload): HttpRefusal => ({ kind: 'file-too-large', mostBytes });

/** The file and everything around it. */
const mostOf = ({ mostBytes }: Upload, { fields, fieldBytes, headBytes }: UploadBounds): number =>
  mostBytes + fields * fieldBytes + (fields + 2) * headBytes;

const prepare = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (!name.startsWith(folderPrefix)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < Date.now() - abandonedAfterMs)
      await rm(path, { recursive: true, force: true });
  }
};

/** How many forms are read at once bounds the memory that their files take. */
const gateFor = ({ atOnce, atOnceOfOneOwner }: UploadBounds) => {
  const inside = new Map<number | string, number>();
  let all = 0;
  return (who: number | string): (() => void) | null => {
    const own = inside.get(who) ?? 0;
    if (all >= atOnce || own >= atOnceOfOneOwner) return null;
    all++;
    inside.set(who, own + 1);
    return () => {
      all--;
      const left = (inside.get(who) ?? 1) - 1;
      if (left > 0) inside.set(who, left);
      else inside.delete(who);
    };
  };
};

type Parsed = { readonly filepath: string; readonly originalFilename: string | null; readonly size: number };

const readForm = async (
  ctx: Exchange,
  upload: Upload,
  folder: string,
  bounds: UploadBounds,
): Promise<SentFile | null> => {
  const form = boundedForm(ctx.req, upload, bounds);
  let files = 0;
  let failed: (error: unknown) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => {
    failed = reject;
    form.stream.once('error', reject);
  });
  const read = koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    formidable: {
      maxFiles: 1,
      maxFields: bounds.fields,
      maxFieldsSize: bounds.fields * bounds.fieldBytes,
      maxFileSize: upload.mostBytes,
      allowEmptyFiles: true,
      minFileSize: 0,
      uploadDir: folder,
      fileWriteStreamHandler: (file) =>
        createWriteStream((file as unknown as Parsed).filepath, { flags: 'wx', mode: 0o600 }),
      onFileBegin: () => void files++,
      // The library throws at encodings that its own parser lets through, where nobody could catch it.
      onPart: (part, handle) => {
        Object.assign(part, { transferEncoding: 'utf-8' });
        Promise.resolve(handle(part)).catch(failed);
      },
    },
  });
  const bounded: Exchange = Object.create(ctx, { req: { value: form.stream } });
  try {
    await Promise.race([read(bounded, async () => undefined), broken]);
    return await fileOf(ctx, upload, bounds);
  } catch (error) {
    throw files > 1 ? new Refused({ kind: 'several-files' }) : refusedBy(error, upload);
  } finally {
    form.end();
  }
};

/** What the library found, or why it will not do. */
const fileOf = async (
  ctx: Exchange,
  { field }: Upload,
  { fieldBytes, nameLength }: UploadBounds,
): Promise<SentFile | null> => {
  const fields = Object.entries((ctx.request.body ?? {}) as Record<string, string | string[]>);
  for (const [, value] of fields) {
    if (typeof value !== 'string' || Buffer.byteLength(value) > fieldBytes) throw new Refused(malformed);
  }
  ctx.request.body = Object.fromEntries(fields.filter(([name]) => name !== field));
  const [found, ...others] = Object.entries((ctx.request.files ?? {}) as unknown as Record<string, Parsed>);
  if (!found) return null;
  const [foundIn, { filepath, originalFilename, size }] = found;
  if (others.length > 0 || foundIn !== field) throw new Refused(malformed);
  const name = nameOf(originalFilename ?? '');
  if (name === '' && size === 0) return null;
  if (name.length > nameLength) {
    throw new Refused({
      kind: 'malformed',
      fields: [{ onTheWire: field, sentence: nameTooLong(nameLength) }],
    });
  }
  return { name, bytes: await readFile(filepath) };
};

const nameTooLong = (most: number) => `O nome do arquivo é longo demais. Use até ${most} caracteres.`;

/** Some clients send a whole path. Of a name only its letters are shown; nothing is ever kept under it. */
const nameOf = (sent: string): string => clean(sent.replace(/^.*[/\\]/s, '')).replace(/[\n\t]/g, ' ');

/** The library numbers its complaints; what has no such number is a fault of ours. */
const refusedBy = (error: unknown, upload: Upload): unknown => {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') return error;
  return new Refused(fileTooLarge.includes(error.code) ? tooLarge(upload) : malformed);
};
const fileTooLarge = [1_009, 1_016];

/** The request's bytes, for as long as they keep within bounds; what comes after that is read by nobody. */
const boundedForm = (req: IncomingMessage, upload: Upload, bounds: UploadBounds) => {
  const most = mostOf(upload, bounds);
  const headsWithin = headWatch(req.headers['content-type'] ?? '', bounds);
  let bytes = 0;
  const stream = new Transform({
    transform: (part: Buffer, _, done) => {
      idle.refresh();
      bytes += part.length;
      if (bytes > most) done(new Refused(tooLarge(upload)));
      else if (!headsWithin(part)) done(new Refused(malformed));
      else done(null, part);
    },
  });
  const tooSlow = () => stream.destroy(new Refused({ kind: 'upload-too-slow' }));
  const idle = setTimeout(tooSlow, bounds.idleMs);
  const whole = setTimeout(tooSlow, bounds.wholeMs);
  const gone = () => {
    if (!req.complete) stream.destroy(new Refused(malformed));
  };
  req.once('close', gone);
  req.once('error', gone);
  req.pipe(stream);
  return {
    stream: Object.assign(stream, { headers: req.headers }),
    end: () => {
      clearTimeout(idle);
      clearTimeout(whole);
      req.unpipe(stream);
      stream.destroy();
      // Whoever still sends can only read our answer once nothing of theirs is in the way.
      req.resume();
    },
  };
};

/**
 * Whether the heads of a form's parts are few and short. The library keeps them whole and searches them with
 * expressions that take very long on a long hostile one.
 */
const headWatch = (contentType: string, { fields, headBytes }: UploadBounds) => {
  const [, quoted, bare = ''] = /boundary=(?:"([^"]+)"|([^;]+))/i.exec(contentType) ?? [];
  const delimiter = Buffer.from(`--${quoted ?? bare}`);
  let kept: Buffer = Buffer.alloc(0);
  let inHead = false;
  let heads = 0;

  return (part: Buffer): boolean => {
    const seen = kept.length > 0 ? Buffer.concat([kept, part]) : part;
    let at = 0;
    while (true) {
      const found = seen.indexOf(inHead ? endOfHead : delimiter, at);
      if (inHead && (found === -1 ? seen.length : found) - at > headBytes) return false;
      if (found === -1) break;
      if (!inHead && ++heads > fields + 3) return false;
      at = found + (inHead ? endOfHead.length : delimiter.length);
      inHead = !inHead;
    }
    kept = inHead ? seen.subarray(at) : seen.subarray(Math.max(at, seen.length - delimiter.length + 1));
    return true;
  };
};
const endOfHead = Buffer.from('\r\n\r\n');
