import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { minute } from '#core/domain/time.ts';
import type { Exchange } from './exchange.ts';

/** Which file, and whose. Both stand in the link, and the signature is over both. */
export type Linked = { readonly accountId: number; readonly file: string };

/** What stands in the query of a link: `?conta=…&expira=…&assinatura=…`. */
export type LinkSigns = { readonly conta: string; readonly expira: string; readonly assinatura: string };

export const linkLastsMs = 10 * minute;

/** Links that open one file of one account without signing in, for a while: pictures cannot send a session along. */
export const signedLinks = (secretKey: string) => {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'prosa', 'signed-links', 32));
  const signature = ({ accountId, file }: Linked, expires: number): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([accountId, file, expires]))
      .digest('base64url');

  return {
    /** The query of a link that opens until, but not at, `expiresAt`; whole seconds count. */
    linkFor: (linked: Linked, expiresAt: Date): LinkSigns => {
      const expires = Math.floor(expiresAt.getTime() / 1_000);
      return {
        conta: String(linked.accountId),
        expira: String(expires),
        assinatura: signature(linked, expires),
      };
    },

    /** Whose file a link opens now, or null where it opens none: tampered with, expired, or for another file. */
    accountOf: (
      file: string,
      { conta, expira, assinatura }: Partial<LinkSigns>,
      now: Date,
    ): number | null => {
      if (!whole.test(conta ?? '') || !whole.test(expira ?? '')) return null;
      const [accountId, expires] = [Number(conta), Number(expira)];
      const given = Buffer.from(String(assinatura ?? ''));
      const right = Buffer.from(signature({ accountId, file }, expires));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      return now.getTime() < expires * 1_000 ? accountId : null;
    },
  };
};

const whole = /^[1-9]\d{0,14}$/;

const shownAs = {
  'image/jpeg': { disposition: 'inline', ending: '.jpg' },
  'image/png': { disposition: 'inline', ending: '.png' },
  'application/pdf': { disposition: 'attachment', ending: '.pdf' },
  'audio/mp4': { disposition: 'inline', ending: '.m4a' },
  'audio/mpeg': { disposition: 'inline', ending: '.mp3' },
  'audio/ogg': { disposition: 'inline', ending: '.ogg' },
  'audio/wav': { disposition: 'inline', ending: '.wav' },
} as const;

/** What may be shown to a browser; everything else is not ours to call anything. */
export type ServedType = keyof typeof shownAs;

/** Answers with a file that somebody uploaded: whatever it holds, it runs nothing and is only what we say it is. */
export const serveFile = (ctx: Exchange, bytes: Uint8Array, type: ServedType, name: string): void => {
  const { disposition, ending } = shownAs[type];
  ctx.status = 200;
  ctx.set({
    'Content-Type': type,
    'Content-Length': String(bytes.length),
    'Content-Disposition': dispositionOf(disposition, name.replace(/\.[a-z\d]{1,5}$/i, '') + ending),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private',
  });
  ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** As `serveFile`, or one part of it where only that is asked for: Safari plays nothing that cannot be had in parts. */
export const serveInParts = (ctx: Exchange, bytes: Uint8Array, type: ServedType, name: string): void => {
  serveFile(ctx, bytes, type, name);
  ctx.set('Accept-Ranges', 'bytes');
  const part = partOf(ctx.get('Range'), bytes.length);
  if (part === null) return;
  if (part === 'none') {
    ctx.set('Content-Range', `bytes */${bytes.length}`);
    ctx.body = null;
    ctx.status = 416;
    return;
  }
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${part.from}-${part.to}/${bytes.length}`);
  ctx.body = Buffer.from(bytes.subarray(part.from, part.to + 1));
};

/** Null for the whole, also where several parts are asked for; `none` where it has no such part. */
const partOf = (range: string, length: number): { from: number; to: number } | 'none' | null => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(length - Number(last), 0) : Number(first);
  const to = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  return from < length && from <= to ? { from, to } : 'none';
};

/** Old browsers read the plain name, all others the encoded one. https://www.rfc-editor.org/rfc/rfc6266 */
const dispositionOf = (disposition: string, name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${hex(sign)}`);
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
};

const hex = (sign: string) => sign.charCodeAt(0).toString(16).toUpperCase();
