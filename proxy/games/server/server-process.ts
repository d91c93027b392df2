import { failure } from '#shared/failure.js';
import type { Logger } from '#shared/log.js';
import { fail, ok, type Result } from '#shared/result.js';
import { prepareSaveFolder } from '../restore/save-folder.js';
import { freePort } from './free-port.js';
import { guardOrphan } from './orphan-guard.js';
import { type Account, gameAccount } from './run-as-user.js';
import { childExit, endChild, type ServerChild, type ServerExit, spawnServer } from './server-child.js';
import { serverArguments, serverEnvironment } from './server-command-line.js';
import { ServerConsole } from './server-console.js';
import { serverStartup } from './server-startup.js';
import { watch } from './watchdog.js';

/** A running freeciv-server: one game, one process, its console in our hands. */
export interface ServerProcess extends AsyncDisposable {
  /** Where it listens on 127.0.0.1. */
  readonly port: number;
  readonly pid: number;
  /** As it says itself, for example 3.0.6. */
  readonly version: string;
  /** Resolves when the process is gone, for whatever reason; never rejects. */
  readonly exited: Promise<ServerExit>;
  /** Writes one command to the console, not waiting for anything. */
  console(line: string): Result<void>;
  /** Runs one command and answers the lines it printed; E123 when the server ends before that. */
  run(line: string, signal?: AbortSignal): Promise<Result<readonly string[]>>;
  /** The last lines of the console, oldest first. */
  lastLines(): readonly string[];
  /** Ends the process at once, before it can save or do anything else. */
  kill(): void;
  /** Ends the process: `quit`, then SIGTERM, then SIGKILL. Resolves when it is gone. */
  close(): Promise<void>;
}

export interface ServerProcessOptions {
  readonly binary: string;
  /** Whom the server runs as when we are root. */
  readonly user: string;
  /** Made when missing. The server's saves live here. */
  readonly saveDir: string;
  /** A save to go on from; copied into saveDir when it lies elsewhere. */
  readonly saveFile?: string | undefined;
  readonly ruleset?: string | undefined;
  readonly logger: Logger;
  /** Ends a start that is under way; a server that runs is ended by close(). */
  readonly signal?: AbortSignal | undefined;
}

interface Launch extends ServerProcessOptions {
  readonly account: Account | undefined;
  readonly saveName: string | undefined;
}

/** Ports tried before giving up: each may be taken between our look at it and the server's. */
const portAttempts = 5;
const startDeadlineMs = 20_000;
/** `quit` is read between turns only, so a server in a long turn needs a moment. */
const closeSteps = [
  { afterMs: 3000, signal: 'SIGTERM' },
  { afterMs: 2000, signal: 'SIGKILL' },
] as const;

/** Starts a game server and resolves when it accepts connections; E142 with a sentence when it cannot. */
export async function startServerProcess(
  options: ServerProcessOptions,
  findPort: () => Promise<number> = freePort,
): Promise<Result<ServerProcess>> {
  const account = await gameAccount(options.user);
  if (!account.ok) return account;
  const saveName = await prepareSaveFolder(options.saveDir, account.value, options.saveFile);
  if (!saveName.ok) return saveName;
  const launch = { ...options, account: account.value, saveName: saveName.value };
  for (let attempt = 1; attempt <= portAttempts; attempt += 1) {
    const started = await launchOn(await findPort(), launch);
    if (started !== 'port_taken') return started;
  }
  return fail(failure('E142', `freeciv-server found no free port in ${portAttempts} attempts`));
}

async function launchOn(port: number, launch: Launch): Promise<Result<ServerProcess> | 'port_taken'> {
  const { account, saveName, ruleset } = launch;
  const spawned = await spawnServer({
    binary: launch.binary,
    arguments: serverArguments({ port, saveName, ruleset }),
    environment: serverEnvironment(process.env),
    folder: launch.saveDir,
    account,
  });
  if (!spawned.ok) return spawned;
  const child = spawned.value;
  const console = new ServerConsole(child.process, launch.logger.child({ port, pid: child.pid }));
  const exited = childExit(child, () => console.lastLines());
  const guard = guardOrphan(child.pid, account);
  const deadline = setTimeout(() => child.process.kill('SIGKILL'), startDeadlineMs);
  exited.then(() => {
    guard.release();
    console.close();
  });
  const onLine = (listener: (text: string) => void) => console.onLine(listener);
  const startup = await serverStartup({ onLine, exited, signal: launch.signal });
  clearTimeout(deadline);
  if (startup.kind === 'listening') {
    const kill = () => void child.process.kill('SIGKILL');
    watch({ pid: child.pid, exited, kill, probe: () => console.run('') }, launch.logger);
    return ok(runningServer({ port, version: startup.version, console, exited, child }));
  }
  child.process.kill('SIGKILL');
  await exited;
  return startup.kind === 'port_taken' ? startup.kind : fail(startup.failure);
}

interface Parts {
  readonly port: number;
  readonly version: string;
  readonly console: ServerConsole;
  readonly exited: Promise<ServerExit>;
  readonly child: ServerChild;
}

function runningServer({ port, version, console, exited, child }: Parts): ServerProcess {
  let closing: Promise<void> | undefined;
  const close = () => {
    if (closing === undefined) {
      console.write('quit');
      closing = endChild(child, exited, closeSteps);
    }
    return closing;
  };
  return {
    port,
    pid: child.pid,
    version,
    exited,
    console: (line) => console.write(line),
    run: (line, signal) => console.run(line, signal),
    lastLines: () => console.lastLines(),
    kill: () => void child.process.kill('SIGKILL'),
    close,
    [Symbol.asyncDispose]: close,
  };
}
