import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Account } from './account.ts';
import type { Connection } from './connection.ts';
import type { Directory } from './directory.ts';
import { child, children, node, userOf } from './nodes.ts';

export type QueryContext = {
  readonly directory: Directory;
  readonly mediaHost: string;
  /** A device that is told that so many of its keys are left makes five new ones, not 812. */
  readonly leastKeys: number;
  /** The query that a client sent and nobody here knows. It is answered with nothing. */
  unknown(kind: string): void;
};

type Answer = (query: BinaryNode, account: Account, context: QueryContext) => Content | Promise<Content>;
type Content = readonly BinaryNode[];

/** What a logged-in device asks, by namespace, type and first child. */
const answers: Readonly<Record<string, Answer>> = {
  'w:p/get/ping': () => [],
  'w:p/get/': () => [],
  'passive/set/passive': () => [],
  'encrypt/get/count': (_, { preKeys }, { leastKeys }) => [
    node('count', { value: String(Math.max(preKeys.length, leastKeys)) }),
  ],
  'encrypt/get/digest': () => [node('digest')],
  'encrypt/set/registration': (query, account) => {
    account.register(query);
    return [];
  },
  'encrypt/set/rotate': (query, account) => {
    const key = child(child(query, 'rotate'), 'skey');
    if (key) account.rotate(key);
    return [];
  },
  'encrypt/get/key': async (query, _, { directory }) => {
    const wanted = children(child(query, 'key')).map(({ attrs }) => attrs.jid ?? '');
    const bundles = wanted.map((jid) => directory.find(userOf(jid))?.bundle(jid));
    return [
      node(
        'list',
        {},
        (await Promise.all(bundles)).filter((bundle) => bundle !== undefined),
      ),
    ];
  },
  'usync/get/usync': (query, account, { directory }) => {
    const users = children(child(child(query, 'usync'), 'list'));
    const found = users.map((user) => describe(user, account, directory));
    return [node('usync', {}, [node('list', {}, found)])];
  },
  'abt/get/props': () => [node('props', {}, [])],
  'blocklist/get/': () => [node('list', {}, [])],
  'privacy/get/privacy': () => [
    node('privacy', {}, [node('category', { name: 'readreceipts', value: 'all' })]),
  ],
  'privacy/set/tokens': () => [node('tokens', {}, [])],
  'w:m/set/media_conn': (_, __, { mediaHost }) => [
    node('media_conn', { auth: 'fake', ttl: '3600' }, [
      node('host', { hostname: mediaHost, maxContentLengthBytes: '104857600' }),
    ]),
  ],
  'w:stats/set/add': () => [],
};

/** Answers everything but what changes the connection itself. */
export const answer = async (
  connection: Connection,
  account: Account,
  query: BinaryNode,
  context: QueryContext,
): Promise<void> => {
  const kind = kindOf(query);
  const known = answers[kind];
  if (!known) context.unknown(kind);
  connection.send(result(query, (await known?.(query, account, context)) ?? []));
};

export const kindOf = (query: BinaryNode): string =>
  `${query.attrs.xmlns ?? ''}/${query.attrs.type}/${children(query)[0]?.tag ?? ''}`;

export const result = (query: BinaryNode, content: Content = []): BinaryNode =>
  node(
    'iq',
    { from: '@s.whatsapp.net', type: 'result', id: query.attrs.id },
    content.length > 0 ? [...content] : undefined,
  );

/** Their devices, whether they are on WhatsApp, and their LID: nobody is told whose LID it is. */
const describe = (asked: BinaryNode, account: Account, directory: Directory): BinaryNode => {
  const typed = child(asked, 'contact')?.content;
  const jid = asked.attrs.jid ?? `${String(typed ?? '').replace(/\D/g, '')}@s.whatsapp.net`;
  const person = directory.find(userOf(jid));
  const byLid = jid.endsWith('@lid');
  const own = person === account.owner;
  const devices = [
    node('device', { id: '0' }),
    ...(own ? [node('device', { id: userDevice(account), 'key-index': '1' })] : []),
  ];
  return node('user', { jid: byLid ? jid : (person?.pnJid ?? jid) }, [
    node('devices', {}, [node('device-list', {}, person ? devices : [])]),
    node('contact', { type: person ? 'in' : 'out' }),
    ...(person && !byLid ? [node('lid', { val: person.lidJid })] : []),
  ]);
};

const userDevice = ({ jid }: Account): string => /:(\d+)@/.exec(jid)?.[1] ?? '0';
