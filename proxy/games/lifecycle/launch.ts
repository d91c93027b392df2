import type { Logger } from '#shared/core/log.js';
import type { Result } from '#shared/core/result.js';
import { gameFolder } from '../disk/game-folder.js';
import type { GameRecord } from '../disk/game-record.js';
import { isGuestName } from '../seats/usernames.js';
import type { ServerHost } from '../server/isolation.js';
import { type ServerProcess, startServerProcess } from '../server/server-process.js';

/** What a game server is started with, besides the record of its game. */
export interface LaunchOptions {
  readonly dataDir: string;
  /** Path of freeciv-server when it is not where one looks for it. */
  readonly serverPath: string | undefined;
  readonly host: ServerHost;
  readonly log: Logger;
  /** Ends a start that is under way. */
  readonly signal: AbortSignal;
}

/** Starts a server process for a game; with a save it goes on from that. E142 when it cannot be started. */
export async function launchFor(
  { id, config, seats }: GameRecord,
  saveFile: string | undefined,
  { dataDir, serverPath, host, log, signal }: LaunchOptions,
): Promise<Result<ServerProcess>> {
  const binary = await host.programs.find(serverPath);
  if (!binary.ok) return binary;
  const server = await startServerProcess({
    binary: binary.value,
    host,
    runDir: gameFolder(dataDir, id).run,
    saveFile,
    // A save says itself which it is of.
    ruleset: saveFile === undefined ? config.ruleset : undefined,
    // Seats of an older version may have names that a server with passwords keeps for its guests.
    isForHumans: config.humans !== undefined || seats.some(({ username }) => isGuestName(username)),
    log,
    signal,
  });
  if (server.ok)
    log.info({ pid: server.value.pid, port: server.value.port, saveFile }, 'game server started');
  return server;
}
