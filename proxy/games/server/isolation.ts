import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve, sep } from 'node:path';
import type { Config, IdRange } from '#shared/core/config.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { AccountLeases, type ServerAccount } from './server-account.js';
import { SupportedServers } from './server-binary.js';
import type { ServerFolder } from './server-folder.js';

/** How game servers are isolated from each other and from the system. */
export interface Isolation {
  /** The user ids for game servers when the proxy is root; without it ranges that systems leave unused. */
  readonly uids: IdRange | undefined;
  /** Whether they run in a sandbox when we are not root. `auto`: where the system can. */
  readonly sandbox: Config['FREECIV_SANDBOX'];
  /** Folders that no game server sees, beside those that are anybody's own. */
  readonly hidden: readonly string[];
}

/** The isolation that the operator has configured. */
export function isolationOf({ FREECIV_UIDS, FREECIV_SANDBOX, DATA_DIR }: Config): Isolation {
  return { uids: FREECIV_UIDS, sandbox: FREECIV_SANDBOX, hidden: [DATA_DIR] };
}

/** What the game servers of one proxy share: their isolation, the accounts in use, and the checked programs. */
export class ServerHost {
  readonly isolation: Isolation;
  readonly accounts = new AccountLeases();
  readonly sandboxes = new SandboxTrials();
  readonly programs = new SupportedServers();

  constructor(isolation: Isolation) {
    this.isolation = isolation;
  }
}

/** What the command of a game server is made from. */
export interface ServerCommandOptions {
  readonly host: ServerHost;
  readonly folder: ServerFolder;
  readonly environment: Readonly<Record<string, string>>;
  /** Of its own; it needs no sandbox then. */
  readonly account: ServerAccount | undefined;
}

/** The command line that starts a game server. */
export interface ServerCommand extends CommandLine {
  readonly isSandboxed: boolean;
}

/** The server's command: as it is under an account of its own, else in a sandbox. E142 when a required one is missing. */
export async function serverCommand(
  command: CommandLine,
  { host: { isolation, sandboxes }, folder, environment, account }: ServerCommandOptions,
): Promise<Result<ServerCommand>> {
  const plain = ok({ ...command, isSandboxed: false });
  if (account !== undefined || isolation.sandbox === 'off') return plain;
  const sandbox = { folder, hidden: isolation.hidden, environment };
  if (await sandboxes.canRun(command.binary, sandbox))
    return ok({ ...(await sandboxed(command, sandbox)), isSandboxed: true });
  if (isolation.sandbox === 'auto') return plain;
  const message = `${command.binary} cannot be run in a sandbox: install bubblewrap, or set FREECIV_SANDBOX=auto`;
  return fail(failure('E142', message));
}

/** A program and its arguments. */
export interface CommandLine {
  readonly binary: string;
  readonly arguments: readonly string[];
}

/** What a sandboxed server may see. */
interface SandboxOptions {
  readonly folder: ServerFolder;
  /** Folders the server does not see, beside those that are anybody's own. */
  readonly hidden: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** The descriptor on which bubblewrap reports the process id of the server. */
export const SANDBOX_INFO_FD = 3;

const PROGRAM = 'bwrap';
/** Folders with private files, which belong to no part of the system. */
const PRIVATE_FOLDERS = ['/tmp', '/var/tmp', '/run', '/home', '/root'];
/** A trial takes some 20 ms; this only ends what hangs. */
const TRIAL_MS = 10_000;

/**
 * The command line that runs a server in a bubblewrap sandbox: it sees the system read-only, nothing of other games,
 * users or processes, and writes in its own folder. The network is ours, because its port must be on our loopback. It is
 * the first process of its namespace and ends with us.
 */
async function sandboxed(command: CommandLine, options: SandboxOptions): Promise<CommandLine> {
  const { binary, arguments: own } = await inSandbox(command, options);
  return { binary, arguments: ['--info-fd', String(SANDBOX_INFO_FD), ...own] };
}

async function inSandbox(command: CommandLine, options: SandboxOptions): Promise<CommandLine> {
  const { hidden, environment } = options;
  const given = await realpath(options.folder.given);
  const out = await realpath(options.folder.out);
  const covered = await existing([...PRIVATE_FOLDERS, homedir(), process.cwd(), ...hidden]);
  const needed = await neededFolders(command.binary, environment);
  const shown = needed.filter((path) => covered.some((above) => isWithin(path, above)));
  return {
    binary: PROGRAM,
    arguments: [
      ...['--unshare-all', '--share-net', '--die-with-parent', '--as-pid-1'],
      ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
      ...covered.flatMap((path) => ['--tmpfs', path]),
      ...shown.flatMap((path) => ['--ro-bind', path, path]),
      ...['--ro-bind', given, given, '--bind', out, out, '--chdir', out],
      ...['--', command.binary, ...command.arguments],
    ],
  };
}

/** Whether programs can be run in a sandbox on this machine: each program is tried once. */
class SandboxTrials {
  readonly #results = new Map<string, Promise<boolean>>();

  /** True when `bwrap` can run the program here. */
  canRun(binary: string, options: SandboxOptions): Promise<boolean> {
    const result = this.#results.get(binary) ?? runTrial(binary, options);
    this.#results.set(binary, result);
    return result;
  }
}

async function runTrial(binary: string, options: SandboxOptions): Promise<boolean> {
  const { binary: program, arguments: words } = await inSandbox(
    { binary, arguments: ['--version'] },
    options,
  );
  const child = spawn(program, [...words], {
    env: { ...options.environment },
    stdio: 'ignore',
    timeout: TRIAL_MS,
    killSignal: 'SIGKILL',
  });
  return once(child, 'exit').then(
    ([code]) => code === 0,
    () => false,
  );
}

/** The folders that exist, without duplicates, the outer before the inner. */
async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(resolve(path)).catch(() => undefined)));
  const known = new Set(real.filter((path) => path !== undefined && path !== sep));
  return [...known].filter((path) => path !== undefined).sort((a, b) => a.length - b.length);
}

/** The program's own folder and those its rulesets are found in. */
async function neededFolders(
  binary: string,
  environment: SandboxOptions['environment'],
): Promise<readonly string[]> {
  const lists = [environment.FREECIV_DATA_PATH, environment.FREECIV_SCENARIO_PATH];
  const folders = lists.flatMap((list) => list?.split(delimiter) ?? []).filter((path) => path !== '');
  const program = [dirname(resolve(binary)), dirname(await realpath(binary).catch(() => binary))];
  const there = await Promise.all([...program, ...folders.map((path) => resolve(path))].map(whenThere));
  return [...new Set(there.flat())];
}

function whenThere(path: string): Promise<readonly string[]> {
  return access(path).then(
    () => [path],
    () => [],
  );
}

function isWithin(path: string, above: string): boolean {
  return path === above || path.startsWith(join(above, sep));
}
