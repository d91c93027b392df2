import { expect, test } from 'vitest';
import { z } from 'zod';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { SeatConnection } from '../../../proxy/games/seats/seat-connection.js';
import { createWorld } from '../../../proxy/world/world.js';
import { ManualClock } from '../../support/manual-clock.js';
import { startStack } from '../../support/stack.js';

const LIMIT_S = 300;
const joinSchema = z.looseObject({
  state: z.string(),
  join: z.object({ host: z.literal('127.0.0.1'), port: z.int() }).nullable(),
});

/** A human's client as the server sees it: the stock handshake, and no console behind it. */
async function human(port: number): Promise<SeatConnection> {
  const line = await SeatConnection.open({
    protocol: Protocol.load('3.0'),
    port,
    username: 'Hannah',
    world: createWorld('before_game'),
    signal: AbortSignal.timeout(60_000),
  });
  if (!line.ok) throw new Error(line.failure.message);
  return line.value;
}

test('a human joins the lobby that waits for one, plays, and holds up nobody for longer than the limit', async () => {
  const clock = new ManualClock();
  await using stack = await startStack({}, { clock });
  const agent = await stack.agent('ann');
  const game_config = { players: 3, humans: 1, turn_time_limit: LIMIT_S };
  await agent.connect({ api_token: stack.token, game_id: 'mixed', game_config });
  const look = async () => joinSchema.parse(await (await fetch(`${stack.httpUrl}/api/games/mixed`)).json());
  const { state, join } = await look();
  expect(state).toBe('lobby');
  const hannah = await human(join?.port ?? 0);
  await agent.push('turn_start', ({ turn }) => turn === 1);
  const inTime = AbortSignal.timeout(30_000);
  await hannah.until(({ turn }) => turn.phase === 'movement', inTime);
  expect(hannah.world.seat.player).toBe(1);
  expect((await look()).players).toContainEqual(expect.objectContaining({ player_id: 1, is_ai: false }));
  await agent.act('end_turn');
  await hannah.request('player_phase_done', { turn: 1 });
  await agent.push('turn_start', ({ turn }) => turn === 2);
  await agent.act('end_turn');
  clock.pass(LIMIT_S * 1000);
  // The game server looks at its time limit only after a second in which no packet came: this takes from 3 to 14 s.
  await agent.push('turn_start', ({ turn }) => turn === 3);
  expect(await hannah.until(({ game }) => game?.turn === 3, inTime)).toBe(true);
  hannah.close();
});
