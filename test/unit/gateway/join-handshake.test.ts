import { expect, test } from 'vitest';
import { JoinHandshake, MAX_TOKENS_TRIED } from '../../../features/people/gateway/join-handshake.js';
import type { RawPacket } from '../../../proxy/freeciv/field.js';
import { FrameSplitter } from '../../../proxy/freeciv/frame-splitter.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { WireStream } from '../../../proxy/freeciv/wire-stream.js';

const capability = '+Freeciv-3.0-network year32';

/** A client, whose packets are made by the codec of the proxy. */
function stockClient() {
  const stream = new WireStream(Protocol.ofServer('3.0.6'), 'server');
  const version = { versionLabel: '-msys2', majorVersion: 3, minorVersion: 0, patchVersion: 6 };
  return {
    join: () =>
      stream.encode({ name: 'server_join_req', fields: { username: 'anna', capability, ...version } }),
    password: (password: string) => stream.encode({ name: 'authentication_reply', fields: { password } }),
    /** What a server says in its answer, between the beginning and the end of that. */
    messageOf(bytes: Buffer) {
      const packets: RawPacket[] = [];
      new FrameSplitter().push(bytes, (frame) => packets.push(stream.decode(Buffer.from(frame)).fields));
      return packets[1];
    },
  };
}

test('a client is asked for a token once it has asked to join, and each token is given out to be checked', () => {
  const client = stockClient();
  const handshake = new JoinHandshake();
  const request = client.join();
  expect(handshake.receive(request.subarray(0, 7))).toEqual([]);
  const [asked, ...others] = handshake.receive(request.subarray(7));
  if (asked?.kind !== 'ask') throw new Error('not asked');
  expect(others).toEqual([]);
  expect(client.messageOf(asked.bytes)).toMatchObject({
    type: 'AUTH_LOGIN_FIRST',
    message: expect.stringContaining('token'),
  });
  expect(handshake.capability).toBe(capability);
  expect(handshake.receive(client.password('first'))).toEqual([{ kind: 'token', token: 'first' }]);
  const again = handshake.retry('That was wrong');
  expect(again && client.messageOf(again)).toMatchObject({
    type: 'AUTH_LOGIN_RETRY',
    message: 'That was wrong',
  });
  // The client does not send a field that has not changed.
  expect(handshake.receive(client.password('first'))).toEqual([{ kind: 'token', token: 'first' }]);
});

test('a client has three tries', () => {
  const client = stockClient();
  const handshake = new JoinHandshake();
  handshake.receive(client.join());
  const asked = Array.from({ length: MAX_TOKENS_TRIED }, (_, at) => {
    handshake.receive(client.password(`wrong ${at}`));
    return handshake.retry('Wrong') !== undefined;
  });
  expect(asked).toEqual([true, true, false]);
});

test.each([
  ['HTTP', () => [Buffer.from('GET / HTTP/1.1\r\n\r\n')]],
  ['a password before it asks to join', () => [stockClient().password('token')]],
  ['a second request to join', () => [stockClient().join(), stockClient().join()]],
  ['more than a password', ({ join, password }) => [join(), password('a'), password('b')]],
  [
    'more than a password, at once',
    ({ join, password }) => [Buffer.concat([join(), password('a'), Buffer.from([0])])],
  ],
  ['a packet of another type', () => [Buffer.from([0, 4, 88, 0])]],
  ['a packet longer than a client sends', () => [Buffer.from([0x10, 0x01, 4])]],
  ['a request to join that ends early', () => [Buffer.from([0, 6, 4, 65, 0, 0])]],
  ['a name that is too long', () => [Buffer.from([0, 63, 4, ...Array.from({ length: 60 }, () => 65)])]],
  ['a password without its end', ({ join }) => [join(), Buffer.from([0, 6, 7, 1, 65, 65])]],
] satisfies [string, (client: ReturnType<typeof stockClient>) => Buffer[]][])(
  'a client breaks the protocol with %s',
  (_name, chunksOf) => {
    const handshake = new JoinHandshake();
    const steps = chunksOf(stockClient()).flatMap((bytes) => handshake.receive(bytes));
    expect(steps.at(-1)).toEqual({ kind: 'violation' });
  },
);
