import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * Where a request comes from. What `X-Forwarded-For` says counts only as far as proxies of ours have said it: the last
 * address that is not one of theirs.
 */
export const addressReader = (trustedProxies: readonly string[]) => {
  const trusted = blockListOf(trustedProxies);
  return (request: IncomingMessage): string => {
    const claimed = String(request.headers['x-forwarded-for'] ?? '').split(',');
    let address = plain(request.socket.remoteAddress ?? '');
    while (isOneOf(trusted, address)) {
      const before = plain(claimed.pop()?.trim() ?? '');
      if (isIP(before) === 0) break;
      address = before;
    }
    return household(address);
  };
};

const blockListOf = (addresses: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const entry of addresses) {
    const [address = '', prefix] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
};

const isOneOf = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** A socket that takes both families shows IPv4 as `::ffff:1.2.3.4`. */
const plain = (address: string): string => {
  const mapped = /^::ffff:(.+)$/i.exec(address)?.[1] ?? '';
  return isIPv4(mapped) ? mapped : address;
};

/** An IPv6 customer has a whole /64 to come from. */
const household = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const gap = address.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0;
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
};
