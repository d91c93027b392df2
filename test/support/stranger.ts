import { expect } from 'vitest';
import { Protocol } from '../../proxy/freeciv/protocol.js';
import { SeatConnection } from '../../proxy/games/seats/seat-connection.js';
import { createWorld } from '../../proxy/world/world.js';
import type { Stack } from './stack.js';

const protocol = Protocol.load('3.0');

/** Somebody with an ordinary client who finds the port of the game's server. */
export function stranger(stack: Stack, gameId: string, password?: string) {
  const port = stack.games.get(gameId)?.serverPort ?? 0;
  expect(port).toBeGreaterThan(0);
  const signal = AbortSignal.timeout(60_000);
  const world = createWorld('before_game');
  return SeatConnection.open({ protocol, port, username: 'Hannah', password, world, signal });
}
