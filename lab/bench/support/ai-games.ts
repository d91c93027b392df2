import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { type GameConfigInput, gameConfigSchema } from '#shared/protocol/game-config.js';
import { SAVE_SCHEDULE_COMMANDS } from '../../../proxy/games/saves/save-file.js';
import { PROCESS_COMMANDS } from '../../../proxy/games/server/process-settings.js';
import { findServerBinary } from '../../../proxy/games/server/server-binary.js';
import { type ServerProcess, startServerProcess } from '../../../proxy/games/server/server-process.js';
import { runSetupCommands, settingCommands } from '../../../proxy/games/server/setting-commands.js';
import { serverHost } from '../../../test/support/isolation.js';
import { type ProcessUsage, usageOfAll, usedBetween } from '../../../test/support/process-usage.js';

/** What games used, and how long they took. */
interface TimedUsage extends ProcessUsage {
  readonly seconds: number;
}

/** Plays games of AIs alone on bare game servers, all at once, and answers what these used for `turns` after the first ones. */
export async function playAiGames(
  configs: readonly GameConfigInput[],
  firstTurns: number,
  turns: number,
): Promise<TimedUsage> {
  const runDir = await mkdtemp(join(tmpdir(), 'freeciv-ais-'));
  const servers = await Promise.all(
    configs.map((config, game) => serverFor(config, join(runDir, `${game}`))),
  );
  const pids = servers.map(({ pid }) => pid);
  for (const server of servers) server.writeCommand('start');
  await Promise.all(servers.map((server) => hasBegun(server, firstTurns + 1)));
  const before = usageOfAll(pids);
  const began = performance.now();
  for (const pid of pids) process.kill(pid, 'SIGCONT');
  await Promise.all(servers.map((server) => hasBegun(server, firstTurns + turns + 1)));
  const seconds = (performance.now() - began) / 1000;
  const used = usedBetween(before, usageOfAll(pids));
  for (const server of servers) server.kill();
  await Promise.all(servers.map((server) => server.close()));
  await rm(runDir, { recursive: true, force: true });
  return { ...used, seconds };
}

async function serverFor(config: GameConfigInput, runDir: string): Promise<ServerProcess> {
  const binary = await findServerBinary(process.env.FREECIV_SERVER);
  if (!binary.ok) throw new Error(binary.failure.message);
  const log = pino({ level: 'silent' });
  const { ruleset } = gameConfigSchema.parse(config);
  const own = { host: serverHost, isForHumans: true, log, runDir, ruleset };
  const started = await startServerProcess({ ...own, binary: binary.value });
  if (!started.ok) throw new Error(started.failure.message);
  const server = started.value;
  const settings = settingCommands({ config: gameConfigSchema.parse(config) }, server.protocol);
  // A negative time limit makes turns end as soon as the AIs have moved.
  const wrong = await runSetupCommands(server, [
    ...PROCESS_COMMANDS,
    ...SAVE_SCHEDULE_COMMANDS,
    ...settings,
    'set timeout -1',
  ]);
  if (wrong !== undefined) throw new Error(wrong.message);
  return server;
}

const LOOK_MS = 20;

/** Waits for the save of the beginning of a turn. The server is stopped there, so that it uses no more. */
async function hasBegun(server: ServerProcess, turn: number): Promise<void> {
  const isReached = () =>
    server.lastLines().some((line) => Number(/-T0*(\d+)-.*-auto/.exec(line)?.[1]) >= turn);
  while (!isReached()) await pause(LOOK_MS);
  process.kill(server.pid, 'SIGSTOP');
}
