import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskReason, errorCode } from '#shared/core/disk/disk-error.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { hashToken, type TokenScope } from './token-rule.js';

/** Each request compares its token with all of them. */
const MAX_TOKENS = 5_000;
/** SHA-256 of the token, its agents and its games: the name of an empty file. */
const FILE_NAME = /^([0-9a-f]{64})=([^=]+)=([^=]+)$/;

/**
 * The tokens that the gateway has made for agents. Each is a file of its own, in a folder that only its account can read: gateways
 * that share DATA_DIR never write what another one has written.
 */
export class MintedTokens {
  readonly #folder: string;
  readonly #reload: () => boolean;

  /** `reload` reads the tokens again and returns whether that worked. */
  constructor(folder: string, reload: () => boolean) {
    this.#folder = folder;
    this.#reload = reload;
  }

  /** Makes a token with the right to play; it is in force at once. E112: there are too many; E500: the disk refused it. */
  mint({ agents, games }: TokenScope): Result<string> {
    const token = randomBytes(24).toString('hex');
    const names = namesIn(this.#folder);
    if (!names.ok) return fail(failure('E500', 'The tokens that were made before cannot be read now'));
    if (names.value.length >= MAX_TOKENS) return fail(tooMany());
    const file = join(this.#folder, `${hashToken(token).toString('hex')}=${agents}=${games}`);
    const isInForce = this.#change(() => {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(file, '', { mode: 0o600 });
    });
    return isInForce ? ok(token) : fail(failure('E500', 'The token could not be written to the disk'));
  }

  /** Takes the tokens of a game that is gone out of force: those for it alone. */
  forget(gameId: string): void {
    const names = namesIn(this.#folder);
    const gone = names.ok ? names.value.filter((name) => name.endsWith(`=${gameId}`)) : [];
    if (gone.length === 0) return;
    this.#change(() => {
      for (const name of gone) rmSync(join(this.#folder, name), { force: true });
    });
  }

  #change(write: () => void): boolean {
    try {
      write();
    } catch {
      return false;
    }
    return this.#reload();
  }
}

/**
 * The tokens of the folder as items of LLM_API_TOKENS; none where there is no folder. Fails with the reason when the disk does not
 * give it now.
 */
export function readMinted(folder: string): Result<readonly string[], string> {
  const names = namesIn(folder);
  if (!names.ok) return names;
  const items = names.value.map((name) => name.replace(FILE_NAME, 'sha256:$1=$2/$3/play'));
  return ok(items.toSorted());
}

function namesIn(folder: string): Result<readonly string[], string> {
  try {
    return ok(readdirSync(folder).filter((name) => FILE_NAME.test(name)));
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? ok([]) : fail(diskReason(error));
  }
}

function tooMany(): Failure {
  return failure('E112', `There are ${MAX_TOKENS} made tokens: delete games, or take some out of the folder`);
}
