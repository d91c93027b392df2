import type { Config } from '#shared/core/config.js';
import { failure } from '#shared/core/failure.js';
import type { IdRange } from '#shared/core/id-range.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { type CommandLine, SandboxTrials, sandboxed } from './sandbox.js';
import { AccountLeases, type ServerAccount } from './server-account.js';
import { SupportedServers } from './server-binary.js';
import type { ServerFolder } from './server-folder.js';

/** How game servers are kept from one another and from the rest of the system. */
export interface Isolation {
  /** Where their accounts are taken from when we are root; ranges that systems give nobody without it. */
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

/** What the game servers of one proxy share: how they are isolated, the accounts in use, and what is known of programs. */
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

/** What is started for a game server. */
export interface ServerCommand extends CommandLine {
  readonly isSandboxed: boolean;
}

/**
 * How the server is started: as it is under an account of its own, otherwise in a sandbox where there is one. E142 when
 * one is required and the system has none.
 */
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
