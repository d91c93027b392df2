import { describe, expect, test } from 'vitest';
import { Brackets, type ServerPacket } from '../../../proxy/freeciv/brackets.js';
import { ConnectionLost, ProtocolError } from '../../../proxy/freeciv/errors.js';

const started: ServerPacket = { name: 'processing_started', fields: {} };
const finished: ServerPacket = { name: 'processing_finished', fields: {} };

function removal(unitId: number): ServerPacket {
  return { name: 'unit_remove', fields: { unitId } };
}

function says(message: string): ServerPacket {
  return {
    name: 'chat_msg',
    fields: { message, tile: -1, event: 'E_BAD_COMMAND', turn: 1, phase: 0, connId: -1 },
  };
}

function taking(brackets: Brackets, ...packets: ServerPacket[]): void {
  for (const packet of packets) brackets.accept(packet);
}

describe('brackets', () => {
  test('brackets answer pipelined requests in the order they were sent, each with its own packets', async () => {
    const brackets = new Brackets();
    const replies = [brackets.expect(), brackets.expect(), brackets.expect()];
    expect(brackets.pendingCount).toBe(3);
    taking(brackets, removal(7), started, removal(1), removal(2), finished, removal(8));
    taking(brackets, started, finished, started, removal(3), finished);
    const packets = (await Promise.all(replies)).map((reply) => reply.packets);
    expect(packets).toEqual([[removal(1), removal(2)], [], [removal(3)]]);
    expect(brackets.pendingCount).toBe(0);
  });

  test('brackets single out the sentences of the server', async () => {
    const brackets = new Brackets();
    const reply = brackets.expect();
    taking(
      brackets,
      says('before'),
      started,
      says('You cannot do that.'),
      removal(1),
      says('Really.'),
      finished,
    );
    const messages = (await reply).messages.map(({ message }) => message);
    expect(messages).toEqual(['You cannot do that.', 'Really.']);
  });

  test('brackets know whether one is open', () => {
    const brackets = new Brackets();
    brackets.expect();
    expect(brackets.insideBracket).toBe(false);
    brackets.accept(started);
    expect(brackets.insideBracket).toBe(true);
    brackets.accept(finished);
    expect(brackets.insideBracket).toBe(false);
  });

  test('brackets reject every request without an answer when the connection ends, the open one too', async () => {
    const brackets = new Brackets();
    const replies = [brackets.expect(), brackets.expect(), brackets.expect()];
    taking(brackets, started, finished, started, removal(1));
    const lost = new ConnectionLost('gone');
    brackets.rejectAll(lost);
    const results = await Promise.allSettled(replies);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(results.slice(1).every((result) => result.status === 'rejected' && result.reason === lost)).toBe(
      true,
    );
    expect(brackets.pendingCount).toBe(0);
  });

  const misplaced: readonly (readonly [string, number, readonly ServerPacket[]])[] = [
    ['one that no request opened', 0, [started]],
    ['one inside another', 2, [started, started]],
    ['an end without a start', 1, [finished]],
    ['a second end', 1, [started, finished, finished]],
    ['a second start for one request', 1, [started, finished, started]],
  ];

  test.each(misplaced)('brackets refuse %s', (_what, requests, packets) => {
    const brackets = new Brackets();
    for (let i = 0; i < requests; i += 1) brackets.expect();
    taking(brackets, ...packets.slice(0, -1));
    expect(() => taking(brackets, ...packets.slice(-1))).toThrow(ProtocolError);
  });
});
