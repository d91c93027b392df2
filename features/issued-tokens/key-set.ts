import { readFileSync } from 'node:fs';
import {
  type CryptoKey,
  createLocalJWKSet,
  createRemoteJWKSet,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose';
import { z } from 'zod';
import { parseJson } from '#shared/core/json.js';
import type { Logger } from '#shared/core/log.js';
import type { JwtSettings } from './jwt-settings.js';

/** Milliseconds that the issuer has to answer; a login waits for it. */
const FETCH_TIMEOUT_MS = 3_000;
/** A token with an unknown key makes the gateway fetch the keys again, at most once in this many milliseconds. */
const FETCH_PAUSE_MS = 10_000;

/** jose checks the rest. */
const jwksSchema = z.object({ keys: z.array(z.object({ kty: z.string() })) });

/** The public keys of an issuer. They change while the gateway runs. */
export interface KeySet {
  /** The key of a token. Rejects with an error of jose where there is none, with another one where no keys could be read. */
  find(header: JWSHeaderParameters, input: FlattenedJWSInput): Promise<CryptoKey>;
  /** Reads the keys again. Keeps the old ones, and logs why, where they cannot be read. */
  reload(): Promise<void>;
  /** Whether a key of that id is in the set, as it was read last. */
  has(keyId: string): boolean;
}

/** The keys at an address or in a file. Throws where the file cannot be read. */
export function openKeySet(source: JwtSettings['keys'], log: Logger): KeySet {
  return source instanceof URL ? new FetchedKeys(source, log) : new KeyFile(source.path, log);
}

/** The keys at an address. They are fetched with the first token, and again for a key that is not known. */
class FetchedKeys implements KeySet {
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;
  readonly #log: Logger;

  constructor(url: URL, log: Logger) {
    this.#keys = createRemoteJWKSet(url, {
      timeoutDuration: FETCH_TIMEOUT_MS,
      cooldownDuration: FETCH_PAUSE_MS,
    });
    this.#log = log;
  }

  find(header: JWSHeaderParameters, input: FlattenedJWSInput): Promise<CryptoKey> {
    return this.#keys(header, input);
  }

  async reload(): Promise<void> {
    // No client has shown a token yet.
    if (this.#keys.jwks() === undefined) return;
    try {
      await this.#keys.reload();
    } catch (err) {
      this.#log.warn({ err }, 'the keys of JWT_JWKS could not be fetched again; the old ones stay');
    }
  }

  has(keyId: string): boolean {
    return containsKey(this.#keys.jwks(), keyId);
  }
}

/** The keys in a file. */
class KeyFile implements KeySet {
  readonly #path: string;
  readonly #log: Logger;
  #jwks: JSONWebKeySet;
  #keys: ReturnType<typeof createLocalJWKSet>;

  constructor(path: string, log: Logger) {
    this.#path = path;
    this.#log = log;
    this.#jwks = readKeys(path);
    this.#keys = createLocalJWKSet(this.#jwks);
  }

  find(header: JWSHeaderParameters, input: FlattenedJWSInput): Promise<CryptoKey> {
    return this.#keys(header, input);
  }

  async reload(): Promise<void> {
    try {
      const jwks = readKeys(this.#path);
      this.#keys = createLocalJWKSet(jwks);
      this.#jwks = jwks;
    } catch (err) {
      this.#log.error({ err }, 'the keys of JWT_JWKS could not be read again; the old ones stay');
    }
  }

  has(keyId: string): boolean {
    return containsKey(this.#jwks, keyId);
  }
}

function containsKey(jwks: JSONWebKeySet | undefined, keyId: string): boolean {
  return jwks?.keys.some(({ kid }) => kid === keyId) === true;
}

function readKeys(path: string): JSONWebKeySet {
  const read = parseJson(readFileSync(path, 'utf8'));
  if (!isKeySet(read)) throw new Error(`${path} is not a JSON Web Key Set`);
  return read;
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  return jwksSchema.safeParse(value).success;
}
