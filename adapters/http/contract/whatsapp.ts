import * as z from 'zod/mini';
import { whatsAppState } from './agents.ts';
import { connectionFields } from './connection.ts';
import { contract } from './contract.ts';
import { idText, nothing, smallId } from './values.ts';
import { wire } from './wire.ts';

/** The agent tells two agents with one number apart; without it the connected or oldest one is meant. */
const number = wire({
  phone: ['phone', z.string().check(z.maxLength(40))],
  agente_id: ['agentId', z.optional(z.union([smallId, idText]))],
});

const started = wire({ status: ['state', whatsAppState] });

export const whatsapp = {
  status: contract({
    method: 'GET',
    path: '/zap/status/:phone',
    who: 'owner',
    input: number,
    answer: wire({
      conectado: ['connected', z.boolean()],
      status: ['state', whatsAppState],
      ...connectionFields,
    }),
  }),
  start: contract({ method: 'GET', path: '/zap/start/:phone', who: 'owner', input: number, answer: started }),
  startByPost: contract({
    method: 'POST',
    path: '/zap/start/:phone',
    who: 'owner',
    input: number,
    answer: started,
  }),
  /** `text/plain`: a data image when a QR code waits, otherwise one of `qrWords` or `erro: ` and a sentence. */
  qr: contract({ method: 'GET', path: '/zap/qr/:phone', who: 'owner', input: number, answer: z.string() }),
  pairingCode: contract({
    method: 'POST',
    path: '/zap/pairing-code/:phone',
    who: 'owner',
    input: number,
    answer: wire({ codigo: ['code', z.string()] }),
  }),
  disconnect: contract({
    method: 'POST',
    path: '/zap/disconnect/:phone',
    who: 'owner',
    input: number,
    answer: nothing,
    status: 204,
  }),
};

export const qrWords = { waiting: 'aguardando', connected: 'conectado', expired: 'expirado' } as const;
export const qrError = 'erro: ';
