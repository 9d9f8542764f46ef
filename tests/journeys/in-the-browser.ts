import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { type RunningProduct, runProduct } from './running-product.ts';

/** The product and a browser for the tests of one `describe`. */
export const inTheBrowser = () => {
  let browser: Browser;
  let product: RunningProduct;

  beforeAll(async () => {
    [product, browser] = await Promise.all([runProduct(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  return {
    get url() {
      return product.url;
    },
    /** A window of one's own, with nothing stored in it. */
    newWindow: (width: number) => browser.newContext({ viewport: { width, height: 800 }, locale: 'pt-BR' }),
  };
};
