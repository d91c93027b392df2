import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { generatedRuleset } from '../../../features/rulesets/generated-ruleset.js';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { unguarded } from '../../../proxy/games/disk/write-guard.js';
import { Journal } from '../../../proxy/games/journal/journal.js';
import { readHistory } from '../../../proxy/games/journal/journal-history.js';
import { launchFor } from '../../../proxy/games/lifecycle/game-factory.js';
import {
  inServerRun,
  type RestoreContext,
  reconnectSeats,
  startAndReplay,
} from '../../../proxy/games/restore/reconnect.js';
import { savedTurns } from '../../../proxy/games/saves/stored-saves.js';
import { ServerHost } from '../../../proxy/games/server/isolation.js';
import type { ServerProcess } from '../../../proxy/games/server/server-process.js';
import { createWorld } from '../../../proxy/world/world.js';
import { Relay } from '../../support/relay.js';
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
  await agents.agents[0]?.act('end_turn');
  const game = stack.games.get('order');
  if (game === undefined) throw new Error('the game is gone');
  const { record } = game;
  await stack.games.unload('order');
  const folder = gameFolder(stack.dataDir, 'order');
  const [save] = await savedTurns(folder, unguarded);
  const log = createLogger('test', 'error');
  const host = new ServerHost({ uids: undefined, sandbox: 'auto', hidden: [stack.dataDir] });
  const launching = { dataDir: stack.dataDir, serverPath: undefined, host, log };
  const server = await launchFor(record, save?.file ?? join(folder.saves, 'none'), {
    ...launching,
    prepareRuleset: generatedRuleset,
    signal: new AbortController().signal,
    guard: unguarded,
  });
  if (!server.ok) throw new Error(server.failure.message);
  const disk = loggingReporter(log);
  const journal = new Journal(folder.journal, disk);
  const past = await readHistory(journal, 2, 2, { disk });
  if (!past.ok) throw new Error(past.failure.message);
  const parts: RestoreContext = {
    record,
    folder,
    journal,
    disk,
    missing: [],
    log,
    launch: async (): Promise<Result<ServerProcess>> => fail({ code: 'E142', message: 'not wanted' }),
    worldFor: (_agentId, phase) => createWorld(phase),
    loading: { draws: 2 },
  };
  const ben = record.seats.find(({ agentId }) => agentId === 'ben');
  await using relay = await Relay.to(server.value.port);
  const restored = await inServerRun(atPort(server.value, relay.port), [], async (serverRun) => {
    const connections = await reconnectSeats(parts, serverRun, 'attaching', record.seats);
    if (!connections.ok) return connections;
    return startAndReplay(parts, serverRun, connections.value, { turn: 2, journal: past.value }, async () => {
      relay.holdAnswersTo(ben?.username ?? 'ben');
      return ok(undefined);
    });
  });
  if (!restored.ok) throw new Error(restored.failure.message);
  await using _ = restored.value.serverRun;
  const seen = ['ann', 'ben'].map((agentId) => {
    const world = restored.value.connections.get(agentId)?.world;
    return world?.players.get(0)?.phaseDone;
  });
  expect(seen).toEqual([true, true]);
});
