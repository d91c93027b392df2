import { expect, test } from 'vitest';
import { ClientOutput } from '../../../features/people/proxy/client-output.js';
import { ClientStream, writtenBytes } from '../../../features/people/proxy/client-stream.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { WireStream } from '../../../proxy/freeciv/wire-stream.js';
import { splitFrames } from '../../recordings/recorded-game.js';

const protocol = Protocol.ofServer('3.0.6');
const capability = ['+Freeciv-3.0-network', ...protocol.capabilities].join(' ');

/** What a client reads of an output that has let it in. */
function joined(): { readonly output: ClientOutput; read(): readonly string[] } {
  const sent: Buffer[] = [];
  const client = new WireStream(protocol, 'server');
  const output = new ClientOutput(new ClientStream(protocol, capability), (bytes) => sent.push(bytes));
  const fields = { youCanJoin: true, message: '', capability, challengeFile: '', connId: 5 };
  output.pass({ name: 'server_join_reply', fields }, 'seat');
  output.pass({ name: 'processing_finished', fields: {} }, 'seat');
  const read = () =>
    splitFrames(sent.splice(0)).map((frame) => {
      const packet = client.decode(frame);
      return packet.name === 'chat_msg' ? String(packet.fields.message) : packet.name;
    });
  expect(read()).toEqual(['processing_started', 'server_join_reply', 'processing_finished']);
  return { output, read };
}

function chat(message: string) {
  return {
    name: 'chat_msg',
    fields: { message, tile: -1, event: 'E_CHAT_MSG', turn: 1, phase: 0, connId: 1 },
  };
}

test('a text that the server has cut within a character reaches the client of a person', () => {
  const { output, read } = joined();
  // The field has room for 1535 bytes; the last one is the first of two.
  const cut = Buffer.from(`<Anna> ${'é'.repeat(763)}x`)
    .toString()
    .slice(0, -1);
  output.pass(chat(`${cut}\uFFFD`), undefined);
  output.pass(chat('next'), undefined);
  expect(read()).toEqual([`${cut}?`, 'next']);
});

test('a client of a person gets the marks of its own requests, and no answers to questions of the seat', () => {
  const { output, read } = joined();
  const started = { name: 'processing_started', fields: {} };
  const finished = { name: 'processing_finished', fields: {} };
  for (const origin of ['seat', 'person'] as const) {
    output.pass(started, origin);
    output.pass(chat(origin), origin);
    output.pass(finished, origin);
  }
  expect(read()).toEqual(['seat', 'processing_started', 'person', 'processing_finished']);
});

test('an order counts by what it takes in the journal, not by its frame', () => {
  const orders = Array.from({ length: 600 }, () => ({
    order: 'ORDER_MOVE',
    activity: 'ACTIVITY_LAST',
    dir: 3,
  }));
  expect(writtenBytes({ unitId: 7, orders })).toBeGreaterThan(20_000);
});
