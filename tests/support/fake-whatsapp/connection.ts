import {
  type BinaryNode,
  decodeBinaryNode,
  encodeBinaryNode,
  NOISE_WA_HEADER,
  proto,
} from '@whiskeysockets/baileys';
import type { WebSocket } from 'ws';
import type { Account, Failure } from './account.ts';
import { node } from './nodes.ts';
import { noiseResponder } from './noise.ts';

/** One socket of one device. */
export type Connection = {
  /** Null until it is logged in. */
  account: Account | null;
  send(stanza: BinaryNode): void;
  fail(failure: Failure): void;
  streamError(code: string | null, reason?: BinaryNode): void;
  close(): void;
  /** Cuts the line without a word. */
  drop(): void;
};

export type ConnectionListener = {
  login(connection: Connection, client: proto.ClientPayload): void;
  stanza(connection: Connection, stanza: BinaryNode): Promise<void> | void;
  closed(connection: Connection): void;
  /** Something that a real client would never say, or a mistake in this server. */
  fault(error: unknown): void;
};

const routingIntroduction = 'ED';

/** Frames, the Noise handshake, and stanzas in the order in which they came. */
export const connection = (socket: WebSocket, listener: ConnectionListener): Connection => {
  const noise = noiseResponder();
  let unread: Buffer = Buffer.alloc(0);
  let stage: 'introduction' | 'hello' | 'finish' | 'open' = 'introduction';
  let turn: Promise<void> = Promise.resolve();

  const sendFrame = (frame: Uint8Array) => {
    if (socket.readyState !== socket.OPEN) return;
    const length = Buffer.from([frame.length >> 16, (frame.length >> 8) & 255, frame.length & 255]);
    socket.send(Buffer.concat([length, frame]));
  };

  const own: Connection = {
    account: null,
    send(stanza) {
      if (!own.account?.silent) sendFrame(noise.seal(encodeBinaryNode(stanza)));
    },
    fail(failure) {
      own.send(node('failure', failure));
      own.close();
    },
    streamError(code, reason) {
      own.send(node('stream:error', { code: code ?? undefined }, reason && [reason]));
      own.close();
    },
    close: () => socket.close(),
    drop: () => socket.terminate(),
  };

  const introduce = () => {
    if (unread.subarray(0, 2).toString() === routingIntroduction) {
      unread = unread.subarray(7 + unread.readUIntBE(4, 3));
    }
    if (!unread.subarray(0, NOISE_WA_HEADER.length).equals(NOISE_WA_HEADER)) {
      throw new Error('This is no WhatsApp client.');
    }
    unread = unread.subarray(NOISE_WA_HEADER.length);
    stage = 'hello';
  };

  const hear = async (frame: Buffer) => {
    if (stage === 'hello') {
      const { clientHello } = proto.HandshakeMessage.decode(frame);
      if (!clientHello?.ephemeral) throw new Error('The client said no hello.');
      sendFrame(noise.hello(clientHello.ephemeral));
      stage = 'finish';
    } else if (stage === 'finish') {
      const { clientFinish } = proto.HandshakeMessage.decode(frame);
      if (!clientFinish) throw new Error('The client did not finish the handshake.');
      const client = noise.finish(clientFinish);
      stage = 'open';
      listener.login(own, client);
    } else {
      const stanza = await decodeBinaryNode(noise.open(frame));
      if (!own.account?.silent) await listener.stanza(own, stanza);
    }
  };

  const read = async (data: Buffer) => {
    unread = Buffer.concat([unread, data]);
    if (stage === 'introduction') introduce();
    while (unread.length >= 3) {
      const end = 3 + unread.readUIntBE(0, 3);
      if (unread.length < end) return;
      const frame = unread.subarray(3, end);
      unread = unread.subarray(end);
      await hear(frame);
    }
  };

  socket.on('message', (data: Buffer) => {
    turn = turn
      .then(() => read(data))
      .catch((error: unknown) => {
        listener.fault(error);
        own.drop();
      });
  });
  socket.on('error', () => own.drop());
  socket.on('close', () => listener.closed(own));
  return own;
};
