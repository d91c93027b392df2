import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { namesMatching } from './revoked-tokens.js';
import { hashToken, type TokenScope } from './token-rule.js';

/** Each request compares its token with all of them. */
const MAX_TOKENS = 5_000;
/** SHA-256 of the token, its agents and its games, and for an invitation what it is: the name of a file. */
const FILE_NAME = /^([0-9a-f]{64})=([^=]+)=([^=]+)(=invitation)?$/;

/** An invitation as its file has it: the hexadecimal hash of its token, its agent, and what was written about it. */
export interface MintedInvitation {
  readonly hash: string;
  readonly agentId: string;
  readonly note: string;
}

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

  /**
   * Makes a token with the right to play; it is in force at once. `note`: it is an invitation, and this is written about it. E112:
   * there are too many; E500: the disk refused it.
   */
  mint({ agents, games }: TokenScope, note?: string): Result<string> {
    const token = randomBytes(24).toString('hex');
    const names = namesMatching(this.#folder, FILE_NAME);
    if (!names.ok) return fail(failure('E500', 'The tokens that were made before cannot be read now'));
    if (names.value.length >= MAX_TOKENS) return fail(tooMany());
    const name = `${hashToken(token).toString('hex')}=${agents}=${games}${note === undefined ? '' : '=invitation'}`;
    const isInForce = this.#change(() => {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(this.#folder, name), note ?? '', { mode: 0o600 });
    });
    return isInForce ? ok(token) : fail(failure('E500', 'The token could not be written to the disk'));
  }

  /** Takes the tokens of a game that is gone out of force: those for it alone. */
  forget(gameId: string): void {
    const names = namesMatching(this.#folder, FILE_NAME);
    const gone = names.ok ? names.value.filter((name) => FILE_NAME.exec(name)?.[3] === gameId) : [];
    this.#remove(gone);
  }

  /** The invitations to a game; none while the disk does not give them. */
  invitationsTo(gameId: string): readonly MintedInvitation[] {
    return this.#invitations(gameId).map(({ name, hash, agentId }) => ({
      hash,
      agentId,
      note: noteIn(join(this.#folder, name)),
    }));
  }

  /** Takes the invitations to a game whose hashes begin with `beginning` out of force, at once. Returns false when the disk refused it; true also when there is no such invitation. */
  withdraw(gameId: string, beginning: string): boolean {
    const meant = this.#invitations(gameId).filter(({ hash }) => hash.startsWith(beginning));
    return this.#remove(meant.map(({ name }) => name));
  }

  #invitations(gameId: string) {
    const names = namesMatching(this.#folder, FILE_NAME);
    return (names.ok ? names.value : []).flatMap((name) => {
      const [, hash = '', agentId = '', game, isInvitation] = FILE_NAME.exec(name) ?? [];
      return game === gameId && isInvitation !== undefined ? [{ name, hash, agentId }] : [];
    });
  }

  #remove(names: readonly string[]): boolean {
    if (names.length === 0) return true;
    return this.#change(() => {
      for (const name of names) rmSync(join(this.#folder, name), { force: true });
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
  const names = namesMatching(folder, FILE_NAME);
  if (!names.ok) return names;
  const items = names.value.map((name) => name.replace(FILE_NAME, 'sha256:$1=$2/$3/play'));
  return ok(items.toSorted());
}

function noteIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function tooMany(): Failure {
  return failure('E112', `There are ${MAX_TOKENS} made tokens: delete games, or take some out of the folder`);
}
