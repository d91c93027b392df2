import { expect, test } from 'vitest';
import { failure } from '#shared/core/failure.js';
import { fail } from '#shared/core/result.js';
import { LegacySessions } from '../../../features/mcp/gateway/seat-endpoint.js';
import type { McpSeat, SeatPush } from '../../../features/mcp/server/mcp-seat.js';
import { ManualClock } from '../../support/manual-clock.js';
import { INITIALIZE } from '../../support/mcp-initialize.js';

/** The sessions of a seat whose game cannot be reached, and the servers that listen to it. */
function sessions() {
  const listeners = new Set<(push: SeatPush) => void>();
  const unreachable = async () => fail(failure('E123', 'The game cannot be reached'));
  const seat: McpSeat = {
    clock: new ManualClock(),
    ...{ keepsNames: true, isPlaying: false },
    ...{ tools: unreachable, request: unreachable, scenarios: unreachable },
    ...{ mapPicture: unreachable, enter: unreachable },
    ...{ hasBegun: async () => false, isGameMissing: async () => false },
    onPush(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const legacy = new LegacySessions(seat, () => {});
  const begin = async (accept: string) => {
    const headers = { 'content-type': 'application/json', accept };
    const body = JSON.stringify(INITIALIZE);
    const request = new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body });
    return (await legacy.fetch(request, INITIALIZE)).status;
  };
  return { legacy, listeners, begin };
}

test('an initialise that is refused leaves no server behind', async () => {
  const { legacy, listeners, begin } = sessions();
  expect(await begin('text/html')).toBe(406);
  expect({ sessions: legacy.size, servers: listeners.size }).toEqual({ sessions: 0, servers: 0 });
  expect(await begin('application/json, text/event-stream')).toBe(200);
  expect({ sessions: legacy.size, servers: listeners.size }).toEqual({ sessions: 1, servers: 1 });
});

test('a ninth session of a seat ends the first', async () => {
  const { legacy, listeners, begin } = sessions();
  for (let session = 1; session <= 9; session++)
    expect(await begin('application/json, text/event-stream')).toBe(200);
  expect({ sessions: legacy.size, servers: listeners.size }).toEqual({ sessions: 8, servers: 8 });
});
