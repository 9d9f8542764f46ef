import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { addressReader } from '#adapters/http/address.ts';
import { masked } from '#adapters/http/request-log.ts';

describe('the address of a visitor', () => {
  it.each([
    ['the socket, when no proxy is trusted', [], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    [
      'the socket, when it is not a proxy of ours',
      ['10.0.0.1'],
      '203.0.113.7',
      '198.51.100.1',
      '203.0.113.7',
    ],
    ['what our proxy says', ['10.0.0.1'], '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    [
      'what the first of our proxies says, not what the visitor claims',
      ['10.0.0.0/8'],
      '10.0.0.1',
      '1.1.1.1, 198.51.100.1, 10.0.0.2',
      '198.51.100.1',
    ],
    ['our proxy itself, when it says nothing', ['10.0.0.1'], '10.0.0.1', '', '10.0.0.1'],
    ['our proxy itself, when it says nonsense', ['10.0.0.1'], '10.0.0.1', 'unknown', '10.0.0.1'],
    ['IPv4 in the dress of IPv6', ['10.0.0.1'], '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['a whole IPv6 household', [], '2001:db8:1:2:3:4:5:6', '', '2001:db8:1:2::/64'],
    ['a household written short', [], '2001:db8::5', '', '2001:db8:0:0::/64'],
    ['this machine', [], '::1', '', '0:0:0:0::/64'],
  ])('is %s', (_, trusted, remoteAddress, forwarded, expected) => {
    const request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } };
    expect(addressReader(trusted)(request as unknown as IncomingMessage)).toBe(expected);
  });
});

describe('a path in the log', () => {
  it.each([
    ['/api/zap/qr/5511987654321', '/api/zap/qr/55119****4321'],
    ['/api/zap/qr/+55%20(11)%2098765-4321', '/api/zap/qr/55119****4321'],
    ['/api/simulador/11987654321/mensagens', '/api/simulador/11987****4321/mensagens'],
    ['/api/agent/1234567', '/api/agent/1234567'],
    ['/api/agent/duplicate/3', '/api/agent/duplicate/3'],
  ])('%s is written %s', (path, expected) => {
    expect(masked(path)).toBe(expected);
  });
});
