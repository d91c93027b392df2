import { beforeAll, describe, expect, test } from 'vitest';
import { fullStateSchema } from '#shared/protocol/state/full.js';
import { llmOptimizedStateSchema } from '#shared/protocol/state/llm-optimized.js';
import { llmOptimizedView } from '../../../features/advisor/optimized/llm-optimized.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { fullView } from '../../../proxy/views/full.js';
import { ensureUnpackedServer } from '../../../tools/steps/unpacked-servers.mjs';
import { expectToFit } from '../../support/fits.js';
import { joinedSeat } from '../../support/joined-seat.js';
import { cityFaults, playerFaults, tileFaults, unitFaults } from '../../support/knowledge.js';
import { type PlayedGame, playGame } from '../../support/played-game.js';
import { type Witness, witness } from '../../support/witness.js';

const TURNS = [1, 10, 20];
/** The servers are fetched once for a checkout. */
const FETCH_MS = 600_000;

const refusals = {
  '3.1': /has version 3\.1\.\d+, and the proxy speaks the protocol of 3\.0$/,
  '3.2': /has version 3\.2\.\d+, and the proxy speaks the protocol of 3\.0$/,
};

describe.each(['3.1', '3.2'] as const)('server %s', (series) => {
  const faults: string[] = [];
  let unread = -1;
  let cities = 0;
  let refusal: unknown;

  beforeAll(async () => {
    const binary = await ensureUnpackedServer(series);
    await using game = await playGame({ ruleset: 'civ2civ3', binary, seats: 2, players: 5 });
    using observer = await witness({
      serverPort: game.server.port,
      serverProtocol: game.server.protocol,
      command: (line) => game.server.run(line),
    });
    refusal = await joinInOldProtocol(game);
    for (const turn of TURNS) {
      await game.playUntil(turn);
      await compareAll(game, observer);
    }
    unread = Math.max(observer.connection.unreadBytes, ...game.seats.map((seat) => seat.unreadBytes));
    cities = game.seat.world.cities.size;
  }, FETCH_MS);

  async function compareAll(game: PlayedGame, observer: Witness): Promise<void> {
    await observer.connection.request('client_heartbeat', {});
    for (const seat of game.seats) {
      await seat.request('client_heartbeat', {});
      const { world } = seat;
      const shown = fullView(world);
      expectToFit(fullStateSchema, shown, 'full');
      expectToFit(llmOptimizedStateSchema, llmOptimizedView(world), 'llm_optimized');
      const comparison = { shown, truth: observer.world, me: world.seat.player ?? -1, played: true };
      faults.push(...unitFaults(comparison), ...cityFaults(comparison));
      faults.push(...tileFaults(comparison), ...playerFaults(comparison));
    }
  }

  test('a game of 20 turns leaves no byte of a packet unread', () => {
    expect(unread).toBe(0);
    expect(cities).toBeGreaterThan(0);
  });

  test('a game of 20 turns is shown to its players as the server has it', () => {
    expect(faults).toEqual([]);
  });

  test('a game is not joined in the protocol of another version, and the refusal names both', () => {
    expect(refusal).toMatchObject({
      ok: false,
      failure: { code: 'E141', message: expect.stringMatching(refusals[series]) },
    });
  });
});

function joinInOldProtocol({ server }: PlayedGame): Promise<unknown> {
  return joinedSeat({
    agentId: 'late',
    username: 'late',
    protocol: Protocol.load('3.0'),
    port: server.port,
    phase: 'attaching',
    signal: AbortSignal.timeout(60_000),
    onEvent: () => undefined,
  });
}
