import { once } from 'node:events';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Brackets, type ServerPacket } from '../../../proxy/freeciv/brackets.js';
import { ProtocolError } from '../../../proxy/freeciv/errors.js';
import { InboundByteLimit } from '../../../proxy/freeciv/inbound-byte-limit.js';
import { seededRandom } from '../../support/seeded-random.js';
import { connecting, friendly, protocol, serving } from './scripted-connection.js';

const BLOCKS = 40;
const FRAMES_A_BLOCK = 10_000;
/** Two shares of the budget: the last of one read and the first of the next may fall into one turn. */
const MAX_A_TURN = (2 * (512 << 10)) / 256;

/** Jumbo blocks of many small packets, as a game server never sends them. */
function flood(blocks: number): Buffer {
  const ids = ['freeze_client', 'thaw_client'].map(
    (name) => protocol.table.packets.find((packet) => packet.name === name)?.id ?? 0,
  );
  const random = seededRandom(24);
  const frames = Buffer.alloc(FRAMES_A_BLOCK * 4);
  for (let at = 0; at < frames.length; at += 4) {
    frames.writeUInt16BE(4, at);
    // At random: what is all alike is refused at once.
    frames.writeUInt16BE(ids[random() < 0.5 ? 0 : 1] ?? 0, at + 2);
  }
  const compressed = deflateSync(frames);
  const head = Buffer.alloc(6);
  head.writeUInt16BE(65_535, 0);
  head.writeUInt32BE(compressed.length + head.length, 2);
  return Buffer.concat(Array.from({ length: blocks }, () => [head, compressed]).flat());
}

test('while a server floods one connection, the event loop serves others between portions of packets', async () => {
  const server = await serving(friendly());
  const turns: number[] = [0];
  let received = 0;
  let isOver = false;
  const countTurns = (): void => {
    turns.push(0);
    if (!isOver) setImmediate(countTurns);
  };
  const connection = await connecting(server.port, {
    onPacket: () => {
      received += 1;
      turns[turns.length - 1] = (turns.at(-1) ?? 0) + 1;
    },
  });
  received = 0;
  countTurns();
  server.peer.socket.write(flood(BLOCKS));
  await expect.poll(() => received, { timeout: 60_000 }).toBe(BLOCKS * FRAMES_A_BLOCK);
  isOver = true;
  expect(Math.max(...turns)).toBeLessThanOrEqual(MAX_A_TURN);
  connection.close();
});

test('a server that sends more than any game needs is disconnected', async () => {
  const server = await serving(friendly());
  const volume = new InboundByteLimit(() => 0, { burstBytes: 1 << 20, bytesPerSecond: 1 });
  const connection = await connecting(server.port, { byteLimit: volume });
  server.peer.socket.write(flood(BLOCKS));
  const cause = await connection.closed;
  expect(cause).toBeInstanceOf(ProtocolError);
  expect(cause.message).toContain('bytes a second');
  if (!server.peer.socket.closed) await once(server.peer.socket, 'close');
});

test('the limit is of volume over time, with a burst', () => {
  let now = 0;
  const limit = new InboundByteLimit(() => now);
  for (let mib = 0; mib < 128; mib += 1) limit.debit(1 << 20);
  expect(() => limit.debit(1)).toThrow(ProtocolError);
  now += 1000;
  for (let mib = 0; mib < 7; mib += 1) limit.debit(1 << 20);
  expect(() => limit.debit(2 << 20)).toThrow('bytes a second');
});

test('an endless answer ends the connection before it fills the memory', () => {
  const brackets = new Brackets();
  brackets.expect().catch(() => undefined);
  const packet = { name: 'freeze_client', fields: {} } satisfies ServerPacket;
  brackets.accept({ name: 'processing_started', fields: {} });
  for (let mib = 0; mib < 64; mib += 1) brackets.accept(packet, 1 << 20);
  expect(() => brackets.accept(packet, 1)).toThrow('a bracket that does not end');
});
