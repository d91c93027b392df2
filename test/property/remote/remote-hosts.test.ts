import { BlockList } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RemoteHosts } from '../../../features/remote/remote-hosts.js';

/** The special-purpose registries of IANA for IPv4 (RFC 6890 and later), by Node's own matcher. */
const special4 = new BlockList();
for (const [base, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special4.addSubnet(base, bits, 'ipv4');

/** The same for IPv6; what is not below 2000::/3 is special as well. */
const special6 = new BlockList();
for (const [base, bits] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  special6.addSubnet(base, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

function hostsOf(...entries: string[]): RemoteHosts {
  const hosts = RemoteHosts.parse(entries);
  if (!hosts.ok) throw new Error(hosts.failure);
  return hosts.value;
}

const url = new URL('wss://agents.example.org/play');
const octet = fc.integer({ min: 0, max: 255 });
const nearSpecial = fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 240, 255);
const ipv4 = fc.tuple(fc.oneof(nearSpecial, octet), octet, octet, octet).map((octets) => octets.join('.'));
const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
const firstGroup = fc.oneof(
  fc.constantFrom('0', '64', '100', '2001', '2002', 'fc00', 'fd12', 'fe80', 'fec0', 'ff02'),
  group,
);
const ipv6 = fc
  .tuple(firstGroup, fc.array(group, { minLength: 7, maxLength: 7 }))
  .map(([first, rest]) => [first, ...rest].join(':'));

test('a name never leads to an address with a special purpose, unless that address is listed', () => {
  const hosts = hostsOf('agents.example.org');
  fc.assert(
    fc.property(ipv4, (address) => {
      const isSpecial = special4.check(address, 'ipv4');
      if (isSpecial) expect(hosts.allowsAddress(url, address)).toBe(false);
      expect(hosts.allowsAddress(url, `::ffff:${address}`)).toBe(hosts.allowsAddress(url, address));
      expect(hosts.allowsAddress(url, `::${address}`)).toBe(false);
      expect(hosts.allowsAddress(url, `64:ff9b::${address}`)).toBe(false);
      expect(hostsOf(address).allowsAddress(url, address)).toBe(true);
    }),
  );
  fc.assert(
    fc.property(ipv6, (address) => {
      const isSpecial = special6.check(address, 'ipv6') || !global6.check(address, 'ipv6');
      if (isSpecial) expect(hosts.allowsAddress(url, address)).toBe(false);
    }),
  );
});

test('ordinary addresses are allowed for a name on the list, and none for a name that is not', () => {
  for (const address of ['1.1.1.1', '8.8.8.8', '151.101.1.69', '2606:4700::1111', '2a00:1450:4001::8']) {
    expect(hostsOf('agents.example.org').allowsAddress(url, address), address).toBe(true);
    expect(hostsOf('*.example.org').allowsAddress(url, address), address).toBe(true);
    expect(hostsOf('other.example.org').allowsAddress(url, address), address).toBe(false);
    expect(hostsOf('agents.example.org:8443').allowsAddress(url, address), address).toBe(false);
  }
  for (const text of ['', 'agents.example.org', '127.1', '0x7f.1', '1.1.1.1.1', 'fe80::1%eth0'])
    expect(hostsOf('agents.example.org').allowsAddress(url, text), text).toBe(false);
});

test('a range allows exactly what is in it', () => {
  const parsed = fc.record({ base: ipv4, bits: fc.integer({ min: 1, max: 32 }), address: ipv4 });
  fc.assert(
    fc.property(parsed, ({ base, bits, address }) => {
      const range = new BlockList();
      range.addSubnet(base, bits, 'ipv4');
      const agent = new URL(`ws://${address}:9000/`);
      expect(hostsOf(`${base}/${bits}`).checkUrl(agent.href).ok).toBe(range.check(address, 'ipv4'));
      expect(hostsOf(`${base}/${bits}:9001`).checkUrl(agent.href).ok).toBe(false);
      expect(hostsOf(`${base}/${bits}:9000`).allowsAddress(agent, address)).toBe(
        range.check(address, 'ipv4'),
      );
    }),
  );
});

test('no URL passes whose host is not on the list, however it is written', () => {
  const hosts = hostsOf('127.0.0.1:9000', 'agents.example.org', '*.bots.example.org', '[fd00::1]:9000');
  const passes = (text: string) => hosts.checkUrl(text).ok;
  for (const text of [
    'ws://127.0.0.1:9000/a?b=c',
    'ws://2130706433:9000/',
    'ws://0x7f.1:9000/',
    'wss://AGENTS.example.org./play',
    'wss://a.b.bots.example.org/',
    'ws://[fd00::1]:9000/',
  ])
    expect(passes(text), text).toBe(true);
  for (const text of [
    'ws://127.0.0.1/',
    'ws://127.0.0.1:9001/',
    'wss://bots.example.org/',
    'wss://agents.example.org.evil.example/',
    'wss://evil.example/agents.example.org',
    'wss://agents.example.org@evil.example/',
    'wss://user@agents.example.org/',
    'wss://agents.example.org/#part',
    'https://agents.example.org/',
    'ws://[fd00::2]:9000/',
  ])
    expect(passes(text), text).toBe(false);
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (text) => {
      expect(passes(text.replace(/^http/, 'ws'))).toBe(false);
    }),
  );
});

test('entries that are no host, address or range are named', () => {
  for (const entry of [
    'https://a.example',
    'a.example/path',
    '300.0.0.1',
    '10.1',
    '10.0.0.0/33',
    'a.example:0',
    'a b',
    '*',
    '*.1',
    '[a.example]:1',
  ])
    expect(RemoteHosts.parse(['ok.example', entry]), entry).toEqual({
      ok: false,
      failure: `"${entry}" is no host, address or range`,
    });
});
