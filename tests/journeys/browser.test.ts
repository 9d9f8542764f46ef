import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';

describe('the browser of the journeys', () => {
  let browser: Browser;
  let server: Server;
  let address: string;

  beforeAll(async () => {
    server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        '<!doctype html><title>Prosa</title><button onclick="this.textContent=`Olá, João!`">Dizer</button>',
      );
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    server.close();
  });

  it('shows a page and runs its script', async () => {
    const page = await browser.newPage();
    await page.goto(address);
    await page.getByRole('button', { name: 'Dizer' }).click();
    expect(await page.getByRole('button').textContent()).toBe('Olá, João!');
    expect(await page.title()).toBe('Prosa');
  });

  it('reaches no other machine', async () => {
    const page = await browser.newPage();
    await expect(page.goto('http://example.com/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
  });
});
