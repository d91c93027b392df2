import { delimiter } from 'node:path';
import { failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { Protocol } from '../../freeciv/protocol.js';
import { GENERATED } from '../disk/generated-ruleset.js';
import { lostToAnother, mayWrite, unguarded, type WriteGuard } from '../disk/write-guard.js';
import { type ServerHost, serverCommand } from './isolation.js';
import type { ServerAccount } from './server-account.js';
import {
  hasNoPasswords,
  type PasswordLock,
  passwordLock,
  serverArguments,
  serverEnvironment,
} from './server-arguments.js';
import {
  childExit,
  endBySteps,
  type ServerChild,
  type ServerEndCause,
  type ServerExit,
  signalServer,
  spawnServer,
} from './server-child.js';
import { ServerConsole } from './server-console.js';
import { wasEndedBy } from './server-exit.js';
import {
  copyForServer,
  makeServerFolder,
  readOutputFile,
  removeServerFolder,
  type ServerFolder,
  serverFolders,
  writeRuleset,
} from './server-folder.js';
import { freePort, serverStartup } from './server-startup.js';
import { type Hang, killWhenHung, killWhenOrphaned } from './watchdog.js';

/** A running freeciv-server: one game, one process, its console in our hands; or a server of others (joined-server.ts), which has neither here. */
export interface ServerProcess extends AsyncDisposable {
  /** False for a server of others: commands to it fail with E146, and to end it is to leave it. */
  readonly isOwn: boolean;
  /** The address it listens at. */
  readonly host: string;
  readonly port: number;
  /** 0 for a server of others. */
  readonly pid: number;
  /** As it says itself, for example 3.0.6. */
  readonly version: string;
  readonly protocol: Protocol;
  /** SHA-256 over the files of its generated ruleset; undefined for an ordinary one. */
  readonly rulesetHash?: string | undefined;
  /** The password of connections; undefined when the server asks for none. */
  readonly password: string | undefined;
  /** Its working folder; its content is untrusted. */
  readonly folder: string;
  /** Resolves when the process is gone, for whatever reason; never rejects. */
  readonly exited: Promise<ServerExit>;
  /** Writes one command to the console, not waiting for anything. */
  writeCommand(line: string): Result<void>;
  /** Runs one command and answers the lines it printed; E123 when the server ends before that. */
  run(line: string, signal?: AbortSignal): Promise<Result<readonly string[]>>;
  /** The last lines of the console, oldest first. */
  lastLines(): readonly string[];
  /** The content of that file in its folder; undefined when the server has no such plain file. */
  readOutputFile(name: string): Promise<Buffer | undefined>;
  /** Ends the process at once, before it can save or do anything else. */
  kill(): void;
  /** Ends the process: `quit`, then SIGTERM, then SIGKILL. Resolves when it is gone. */
  close(): Promise<void>;
}

/** A ruleset of a game's own that a server can be started with. */
export interface PreparedRuleset {
  /** The files by name. */
  readonly texts: ReadonlyMap<string, string>;
  /** SHA-256 over all of them. */
  readonly sha256: string;
  /** The folder with the ordinary rulesets of the server. */
  readonly dataFolder: string;
}

/** What a game server is started with. */
export interface ServerProcessOptions {
  readonly binary: string;
  readonly host: ServerHost;
  /** Made when missing. The server gets a folder of its own in it, see server-folder.ts. */
  readonly runDir: string;
  readonly saveFile?: string | undefined;
  readonly ruleset?: string | undefined;
  /** The files of a generated ruleset, which a save may name too. */
  readonly generated?: PreparedRuleset | undefined;
  /** Whether people may join with ordinary clients, so that the server asks for no password. */
  readonly isForHumans: boolean;
  readonly log: Logger;
  /** Ends a start that is under way; a server that runs is ended by close(). */
  readonly signal?: AbortSignal | undefined;
  /** No server starts, and no folder of another is removed, once another proxy may own the game. */
  readonly guard?: WriteGuard | undefined;
}

interface LaunchOptions extends ServerProcessOptions {
  readonly account: ServerAccount | undefined;
  readonly folder: ServerFolder;
  /** As seen from the server's folder. */
  readonly savePath: string | undefined;
  readonly lock: PasswordLock | undefined;
  /** Where it looks for rulesets; undefined for where it was configured to. */
  readonly dataPath: string | undefined;
}

/** Where our own servers listen. */
const LOOPBACK = '127.0.0.1';
/** Ports tried before giving up: each may be taken between our look at it and the server's. */
const MAX_PORT_ATTEMPTS = 5;
/** `quit` is read between turns only, so a server in a long turn needs a moment. */
const CLOSE_STEPS = [
  { afterMs: 3000, signal: 'SIGTERM' },
  { afterMs: 2000, signal: 'SIGKILL' },
] as const;

/** Starts a game server and resolves when it accepts connections; E142 with a sentence when it cannot, E123 as `guard` says. */
export async function startServerProcess(
  options: ServerProcessOptions,
  findPort: () => Promise<number> = freePort,
): Promise<Result<ServerProcess>> {
  const lease = await options.host.accounts.lease(options.host.isolation.uids);
  if (!lease.ok) return lease;
  const started = await startUnder(lease.value?.account, options, findPort);
  const release = () => lease.value?.release();
  if (started.ok) void started.value.exited.then(release);
  else release();
  return started;
}

async function startUnder(
  account: ServerAccount | undefined,
  options: ServerProcessOptions,
  findPort: () => Promise<number>,
): Promise<Result<ServerProcess>> {
  const { runDir, guard = unguarded } = options;
  for (const ended of serverFolders(runDir)) await removeServerFolder(ended, guard);
  if (!mayWrite(guard)) return fail(lostToAnother());
  const folder = await makeServerFolder(runDir, account);
  if (!folder.ok) return folder;
  const started = await startIn(folder.value, account, options, findPort);
  // The next owner of the game does not look for this folder.
  if (!started.ok && !mayWrite(guard)) await removeServerFolder(folder.value, unguarded);
  return started;
}

async function startIn(
  folder: ServerFolder,
  account: ServerAccount | undefined,
  options: ServerProcessOptions,
  findPort: () => Promise<number>,
): Promise<Result<ServerProcess>> {
  const { saveFile, guard = unguarded } = options;
  const savePath = saveFile === undefined ? ok(undefined) : await copyForServer(folder, saveFile);
  if (!savePath.ok) return savePath;
  const data = await dataPathOf(folder, options.generated);
  if (!data.ok) return data;
  const locked = options.isForHumans ? ok(undefined) : await passwordLock(folder);
  if (!locked.ok) return locked;
  let lock = locked.value;
  for (let attempt = 1; attempt <= MAX_PORT_ATTEMPTS; attempt += 1) {
    const given = { savePath: savePath.value, dataPath: data.value, lock };
    const port = await findPort();
    if (!mayWrite(guard)) return fail(lostToAnother());
    const started = await launchOn(port, { ...options, account, folder, ...given });
    if (started !== 'port_taken' && started !== 'no_passwords') return started;
    if (started === 'no_passwords') {
      options.log.warn(
        'this freeciv-server has no password support: clients that are no seat are disconnected after they join',
      );
      lock = undefined;
    }
  }
  return fail(failure('E142', `freeciv-server found no free port in ${MAX_PORT_ATTEMPTS} attempts`));
}

/** The folder with the generated ruleset goes before those that the server has its other files from. */
async function dataPathOf(
  folder: ServerFolder,
  generated: PreparedRuleset | undefined,
): Promise<Result<string | undefined>> {
  if (generated === undefined) return ok(undefined);
  const written = await writeRuleset(folder, GENERATED, generated.texts);
  if (!written.ok) return written;
  const others = [process.env.FREECIV_DATA_PATH, generated.dataFolder].filter((path) => path !== undefined);
  return ok([written.value, ...others].join(delimiter));
}

type Launched = Result<ServerProcess> | 'port_taken' | 'no_passwords';

async function launchOn(port: number, launch: LaunchOptions): Promise<Launched> {
  const { account, folder, lock } = launch;
  const spawned = await spawnOn(port, launch);
  if (!spawned.ok) return spawned;
  const child = spawned.value;
  const console = new ServerConsole(child, launch.log.child({ port, pid: child.pid }));
  const guard = killWhenOrphaned(child.pid, account);
  let hang: Hang | undefined;
  const sent = new Set<NodeJS.Signals>();
  const exited = childExit(child, () => console.lastLines()).then(async (exit) => {
    console.close();
    await guard.release();
    // To ask for its end is not to end it: a signal from outside may have been first.
    const cause: ServerEndCause | undefined = hang ?? (wasEndedBy(sent, exit) ? 'wish' : undefined);
    return { ...exit, cause };
  });
  const send = (signal: NodeJS.Signals) => {
    if (signalServer(child, signal)) sent.add(signal);
  };
  const kill = () => send('SIGKILL');
  const killHung = (why: Hang) => {
    hang ??= why;
    kill();
  };
  const onLine = (listener: (text: string) => void) => console.onLine(listener);
  const startup = await serverStartup({ onLine, exited, signal: launch.signal });
  if (startup.kind === 'listening') {
    for (const line of lock?.commands ?? []) console.write(line);
    killWhenHung({ pid: child.pid, exited, kill: killHung, probe: () => console.run('') }, launch.log);
    const told = { port, pid: child.pid, version: startup.version, password: lock?.password, exited };
    const rulesetHash = launch.generated?.sha256;
    return ok(runningServer({ ...told, rulesetHash, console, folder, send }));
  }
  kill();
  const { lastLines } = await exited;
  if (startup.kind === 'port_taken') return startup.kind;
  if (lock !== undefined && hasNoPasswords(lastLines)) return 'no_passwords';
  launch.log.error({ failure: startup.failure, lastLines }, 'freeciv-server could not be started');
  return fail(startup.failure);
}

async function spawnOn(port: number, launch: LaunchOptions): Promise<Result<ServerChild>> {
  const { account, folder, host, savePath, ruleset, lock, dataPath } = launch;
  const own = dataPath === undefined ? process.env : { ...process.env, FREECIV_DATA_PATH: dataPath };
  const environment = serverEnvironment(own);
  const plain = {
    binary: launch.binary,
    arguments: serverArguments({ port, savePath, ruleset, lock: lock?.arguments }),
  };
  const command = await serverCommand(plain, { host, folder, environment, account });
  if (!command.ok) return command;
  if (!mayWrite(launch.guard ?? unguarded)) return fail(lostToAnother());
  return spawnServer({ ...command.value, environment, folder: folder.out, account });
}

interface RunningServerParts
  extends Pick<ServerProcess, 'port' | 'pid' | 'version' | 'rulesetHash' | 'password' | 'exited'> {
  readonly console: ServerConsole;
  readonly folder: ServerFolder;
  send(signal: NodeJS.Signals): void;
}

function runningServer(parts: RunningServerParts): ServerProcess {
  const { console, folder, send, ...told } = parts;
  let closing: Promise<void> | undefined;
  const close = () => {
    if (closing === undefined) {
      console.write('quit');
      closing = endBySteps(told.exited, CLOSE_STEPS, send);
    }
    return closing;
  };
  return {
    ...told,
    isOwn: true,
    host: LOOPBACK,
    protocol: Protocol.ofServer(told.version),
    folder: folder.out,
    writeCommand: (line) => console.write(line),
    run: (line, signal) => console.run(line, signal),
    lastLines: () => console.lastLines(),
    readOutputFile: async (name) => readOutputFile(folder, name)?.bytes,
    kill: () => send('SIGKILL'),
    close,
    [Symbol.asyncDispose]: close,
  };
}
