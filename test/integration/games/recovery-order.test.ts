import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { loggedOnly } from '../../../proxy/games/disk/disk-alarm.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { Journal } from '../../../proxy/games/journal/journal.js';
import { readPast } from '../../../proxy/games/journal/journal-past.js';
import { launchFor } from '../../../proxy/games/lifecycle/launch.js';
import { inLife, joinAll, playOn, type RestoreParts } from '../../../proxy/games/restore/rejoin.js';
import { savedTurns } from '../../../proxy/games/saves/game-saves.js';
import { processCommands } from '../../../proxy/games/server/game-settings.js';
import type { ServerProcess } from '../../../proxy/games/server/server-process.js';
import { createWorld } from '../../../proxy/world/world.js';
import { HoldingRelay } from '../../support/holding-relay.js';
import { startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

/** The same server, found at another port. */
function atPort(server: ServerProcess, port: number): ServerProcess {
  return new Proxy(server, {
    get(target, name) {
      if (name === 'port') return port;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('a game is back only when every seat knows what all others were acknowledged', async () => {
  await using stack = await startStack();
  const agents = await TwoAgents.begin(stack, 'order');
  await agents.nextTurn();
  await agents.agents[0]?.action('end_turn');
  const game = stack.games.get('order');
  if (game === undefined) throw new Error('the game is gone');
  const { record } = game;
  await stack.games.release('order');
  const folder = gameFolder(stack.dataDir, 'order');
  const [save] = await savedTurns(folder);
  const log = createLogger('test', 'error');
  const isolation = { uids: undefined, sandbox: 'auto', hidden: [stack.dataDir] } as const;
  const launching = { dataDir: stack.dataDir, serverPath: undefined, isolation, logger: log };
  const server = await launchFor(record, save?.file ?? join(folder.saves, 'none'), {
    ...launching,
    signal: new AbortController().signal,
  });
  if (!server.ok) throw new Error(server.failure.message);
  const disk = loggedOnly(log);
  const journal = new Journal(folder.journal, disk);
  const past = await readPast(journal, 2, 2, { disk });
  if (!past.ok) throw new Error(past.failure.message);
  const parts: RestoreParts = {
    record,
    folder,
    journal,
    disk,
    missing: [],
    protocol: Protocol.load('3.0'),
    logger: log,
    launch: async (): Promise<Result<ServerProcess>> => fail({ code: 'E142', message: 'not wanted' }),
    worldFor: (_agentId, phase) => createWorld(phase),
    habit: { draws: 2 },
  };
  const ben = record.seats.find(({ agentId }) => agentId === 'ben');
  await using relay = await HoldingRelay.to(server.value.port, ben?.username ?? 'ben');
  const restored = await inLife(atPort(server.value, relay.port), processCommands, async (life) => {
    const lines = await joinAll(parts, life, 'attaching', record.seats);
    if (!lines.ok) return lines;
    return playOn(parts, life, lines.value, { turn: 2, journal: past.value }, async () => {
      relay.hold();
      return ok(undefined);
    });
  });
  if (!restored.ok) throw new Error(restored.failure.message);
  await using _ = restored.value.life;
  const seen = ['ann', 'ben'].map((agentId) => {
    const world = restored.value.lines.get(agentId)?.world;
    return world?.players.get(0)?.phaseDone;
  });
  expect(seen).toEqual([true, true]);
});
