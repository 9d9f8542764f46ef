import { lookup } from 'node:dns';
import { Agent } from 'node:https';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

const inner = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(network, bits, 'ipv6');

/** Addresses of this machine, this network or nobody's. Those of version 4 are known in version 6's spelling too. */
export const isInner = (address: string): boolean => inner.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** A name that leads into our own network is not followed, whoever owns it. */
export const lookupOutside: LookupFunction = (name, options, found) =>
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, '');
    const outside = addresses.filter(({ address }) => !isInner(address));
    const [first] = outside;
    if (!first) return found(new Error('This name leads to no public address.'), '');
    return options.all ? found(null, outside) : found(null, first.address, first.family);
  });

export const publicAgent = (): Agent => new Agent({ lookup: lookupOutside });
