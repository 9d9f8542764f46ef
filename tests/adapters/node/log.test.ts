import { expect, it } from 'vitest';
import { openLog } from '#adapters/node/log.ts';

const secrets = [
  'ses_abcdef',
  '52998224725',
  'pão quente',
  'bia@padaria.com.br',
  '5511987654321',
  '2@qr-payload',
];

it('keeps what must not be read out of the log, however it gets there', () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  log.info({ token: 'ses_abcdef', cpf: '52998224725', senha: 'pão quente', qr: '2@qr-payload' }, 'flat');
  log.info(
    { req: { headers: { authorization: 'Bearer ses_abcdef' } }, account: { taxId: '52998224725' } },
    'deep',
  );
  const error = Object.assign(new Error("insert into accounts values ('pão quente', 'bia@padaria.com.br')"), {
    code: '23505',
    detail: 'Key (email_key)=(bia@padaria.com.br) already exists.',
    query: "select '52998224725'",
  });
  log.error({ err: error }, 'fault');
  log.error({ err: new Error('no session for 5511987654321 or bia@padaria.com.br') }, 'fault');
  expect(lines).toHaveLength(4);
  for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({ level: 'error', err: { type: 'Error', code: '23505' } });
  expect(JSON.parse(lines[2] ?? '').err.stack).toContain('    at ');
});
