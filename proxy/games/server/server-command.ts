import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Isolation } from './isolation.js';
import { type CommandLine, canSandbox, sandboxed } from './sandbox.js';
import type { Account } from './server-account.js';
import type { ServerFolder } from './server-folder.js';

export interface ServerCommandOptions {
  readonly isolation: Isolation;
  readonly folder: ServerFolder;
  readonly environment: Readonly<Record<string, string>>;
  /** Of its own; it needs no sandbox then. */
  readonly account: Account | undefined;
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
  { isolation, folder, environment, account }: ServerCommandOptions,
): Promise<Result<ServerCommand>> {
  const plain = ok({ ...command, isSandboxed: false });
  if (account !== undefined || isolation.sandbox === 'off') return plain;
  const sandbox = { folder, hidden: isolation.hidden, environment };
  if (await canSandbox(command.binary, sandbox))
    return ok({ ...(await sandboxed(command, sandbox)), isSandboxed: true });
  if (isolation.sandbox === 'auto') return plain;
  const message = `${command.binary} cannot be run in a sandbox: install bubblewrap, or set FREECIV_SANDBOX=auto`;
  return fail(failure('E142', message));
}
