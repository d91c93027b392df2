import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TrustedProxies } from '../../../gateway/transport/trusted-proxies.js';

function trusted(...entries: readonly string[]): TrustedProxies {
  const parsed = TrustedProxies.parse(entries);
  if (!parsed.ok) throw new Error(parsed.failure);
  return parsed.value;
}

const balancers = trusted('10.0.0.0/8', 'fd00::/8', '192.0.2.7');

test.each([
  ['the client of one proxy', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a client behind two proxies', '10.0.0.1', '203.0.113.9, 10.1.1.1', '203.0.113.9'],
  ['a client that has written a header itself', '10.0.0.1', '127.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['a peer that is not trusted', '203.0.113.9', '127.0.0.1', '203.0.113.9'],
  ['a proxy that names no client', '10.0.0.1', undefined, '10.0.0.1'],
  ['an empty header', '10.0.0.1', ' ', '10.0.0.1'],
  ['what is no address', '10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
  ['an address with a port', '10.0.0.1', '203.0.113.9:4711', '10.0.0.1'],
  ['a client of the network of proxies', '10.0.0.1', '10.3.3.3', '10.3.3.3'],
  ['an IPv4 peer of a socket of IPv6', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a client with IPv6', 'fd00::1', '2001:db8::5', '2001:db8::5'],
  ['a proxy by its address', '192.0.2.7', '203.0.113.9', '203.0.113.9'],
  ['the neighbour of that address', '192.0.2.8', '203.0.113.9', '192.0.2.8'],
] as const)('the address of %s', (_case, peer, forwardedFor, address) => {
  expect(balancers.clientAddress(peer, forwardedFor)).toBe(address);
});

test('without trusted proxies the peer is the client, whatever a header says', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.ipV4(), fc.ipV6()),
      fc.option(fc.string(), { nil: undefined }),
      (peer, header) => {
        expect(trusted().clientAddress(peer, header)).toBe(peer);
      },
    ),
  );
});

test('nothing that a client writes into the header before the proxy changes its address', () => {
  const own = fc.oneof(
    fc.string(),
    fc.ipV4(),
    fc.ipV6(),
    fc.array(fc.ipV4()).map((each) => each.join(', ')),
  );
  const client = fc.ipV4().filter((address) => !balancers.has(address));
  fc.assert(
    fc.property(own, client, (forged, address) => {
      expect(balancers.clientAddress('10.0.0.1', `${forged}, ${address}`)).toBe(address);
    }),
  );
});

test.each(['10.0.0.0/33', 'loadbalancer', '*', '10.0.0'])('%s is refused as a trusted proxy', (entry) => {
  expect(TrustedProxies.parse(['127.0.0.1', entry])).toEqual({
    ok: false,
    failure: `${entry} is neither an address nor a network such as 10.0.0.0/8`,
  });
});
