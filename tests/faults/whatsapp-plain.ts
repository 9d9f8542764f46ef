import '#adapters/whatsapp-baileys/silence.ts';
import pg from 'pg';
import { startFakeWhatsApp } from '#tests/support/fake-whatsapp/server.ts';
import { until } from '#tests/support/pipeline.ts';
import { mortal } from './mortal.ts';

const number = '5511912345678';
const quietMs = 4_000;

/** A number held by plain use of the library, its keys in the same database. */
export const openPlainLine = async (url: string) => {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  await pool.query('create table plain_keys (name text primary key, value text not null)');
  await pool.query('create table plain_messages (chat text, id text, text text, primary key (chat, id))');
  const whatsapp = await startFakeWhatsApp();
  const owner = whatsapp.person({ pn: number, name: 'Padaria' });
  let shown = '';
  const client = mortal('whatsapp-plain-process.ts', [url, whatsapp.url], (qr) => {
    shown = String(qr);
  });
  client.up();
  await until(() => shown !== '', 30);
  await whatsapp.scan(shown, owner);
  await until(() => (whatsapp.accountOf(owner)?.logins ?? 0) > 0, 30);
  const device = whatsapp.accountOf(owner);
  if (!device) throw new Error('No device was linked.');
  await until(() => device.ready, 30);

  const kept = async (): Promise<number> => {
    const { rows } = await pool.query<{ kept: number }>(
      'select count(distinct text)::int as kept from plain_messages where text is not null',
    );
    return rows[0]?.kept ?? 0;
  };

  return {
    whatsapp,
    owner,
    client,
    device,
    kept,
    /** Receipted is not kept yet: what still comes must not count as lost. */
    async isQuiet(): Promise<boolean> {
      const before = await kept();
      await new Promise((resolve) => setTimeout(resolve, quietMs));
      return (await kept()) === before;
    },
    async close() {
      await client.close();
      await whatsapp.close();
      await pool.end();
    },
  };
};
