import type { Next } from 'koa';
import type { Exchange } from './exchange.ts';

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self' data: blob:",
  "manifest-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
].join('; ');

const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Pages may load only what is ours; data is never a page. `secure`: served over HTTPS, and to stay so. */
export const securityHeaders = (secure: boolean) => async (ctx: Exchange, next: Next) => {
  const isData = ctx.path.startsWith('/api');
  ctx.set({
    'Content-Security-Policy': isData ? dataPolicy : pagePolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': ctx.path === '/widget.js' ? 'cross-origin' : 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(secure && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
    ...(isData && { 'Cache-Control': 'no-store' }),
  });
  return next();
};
