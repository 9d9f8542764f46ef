import { constants } from 'node:zlib';
import compress from 'koa-compress';

/** Pages, scripts and long lists; a stream of events says for itself that it is not to be held back. */
export const compressed = () =>
  compress({
    threshold: 1_024,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
    deflate: false,
    zstd: false,
  });
