import { readFileSync } from 'node:fs';
import { fail, ok, type Result } from '#shared/core/result.js';

/** One Redis server, or one of the sentinels or nodes by which it is found. */
interface RedisAddress {
  readonly host: string;
  readonly port: number;
}

/** What a REDIS_URL says. */
export interface RedisTarget {
  readonly kind: 'single' | 'sentinel' | 'cluster';
  /** The server, the sentinels, or some nodes of the cluster; at least one. */
  readonly addresses: readonly [RedisAddress, ...RedisAddress[]];
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The number of the database; a cluster has 0 only. */
  readonly db: number;
  /** Of a sentinel: what the group of servers is called. */
  readonly master: string;
  /** What the sentinels themselves ask for. */
  readonly sentinelUsername: string | undefined;
  readonly sentinelPassword: string | undefined;
  /** Set where connections are encrypted; `ca` is the certificate authority in PEM, without it those of the system. */
  readonly tls: { readonly ca: string | undefined } | undefined;
}

/** `redis://`, `rediss://`, and both with `+sentinel` or `+cluster`. */
const FORM =
  /^(?<scheme>rediss?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^/?#]+)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;

const PARAMETERS: ReadonlySet<string> = new Set(['ca', 'sentinel_username', 'sentinel_password']);

/**
 * Reads a REDIS_URL: `redis://user:password@host:6379/0`, `redis+sentinel://user:password@h1:26379,h2:26379/master/0`,
 * `redis+cluster://user:password@h1:6379,h2:6379`; `rediss` in place of `redis` encrypts. Query: `ca` is a file with the
 * certificate authority, `sentinel_username` and `sentinel_password` are for the sentinels. The failure is a sentence
 * that never contains the URL, which may hold a password.
 */
export function readRedisUrl(url: string): Result<RedisTarget, string> {
  const found = FORM.exec(url)?.groups;
  if (found === undefined) return fail('expected redis://, rediss://, redis+sentinel:// or redis+cluster://');
  const kind = found.kind === 'sentinel' || found.kind === 'cluster' ? found.kind : 'single';
  const addresses = readAddresses(found.hosts ?? '', kind);
  if (!addresses.ok) return addresses;
  const place = readPath(found.path ?? '', kind);
  if (!place.ok) return place;
  const query = new URLSearchParams(found.query ?? '');
  const unknown = [...query.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined)
    return fail(`${unknown} is not a parameter; there are ${[...PARAMETERS].join(', ')}`);
  const ca = readAuthority(query.get('ca'));
  if (!ca.ok) return ca;
  return ok({
    kind,
    addresses: addresses.value,
    username: decoded(found.user),
    password: decoded(found.password),
    ...place.value,
    sentinelUsername: query.get('sentinel_username') ?? undefined,
    sentinelPassword: query.get('sentinel_password') ?? undefined,
    tls: found.scheme === 'rediss' ? { ca: ca.value } : undefined,
  });
}

/** The hosts of a target, as they may be shown: without a password. */
export function shownTarget({ kind, addresses }: RedisTarget): string {
  return `${kind} ${addresses.map(({ host, port }) => `${host}:${port}`).join(',')}`;
}

function readAddresses(text: string, kind: RedisTarget['kind']): Result<RedisTarget['addresses'], string> {
  const [first, ...rest] = text.split(',').flatMap((each) => readAddress(each, kind) ?? []);
  if (first === undefined || rest.length < text.split(',').length - 1)
    return fail('a host or a port is malformed');
  if (kind === 'single' && rest.length > 0) return fail('only sentinels and clusters have several hosts');
  return ok([first, ...rest]);
}

/** `/0`, and before it the name of the master where sentinels are asked. */
function readPath(
  text: string,
  kind: RedisTarget['kind'],
): Result<Pick<RedisTarget, 'master' | 'db'>, string> {
  const parts = text.split('/').filter((part) => part !== '');
  const master = kind === 'sentinel' ? parts.shift() : '';
  if (master === undefined) return fail('the name of the master is missing: …/master/0');
  const db = Number(parts.shift() ?? 0);
  if (!Number.isInteger(db) || db < 0 || parts.length > 0)
    return fail('the number of the database is malformed');
  if (kind === 'cluster' && db !== 0) return fail('a cluster has database 0 only');
  return ok({ master, db });
}

function readAddress(text: string, kind: RedisTarget['kind']): RedisAddress | undefined {
  const found = /^(?<host>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::(?<port>\d{1,5}))?$/.exec(text)?.groups;
  const port = Number(found?.port ?? (kind === 'sentinel' ? 26_379 : 6379));
  if (found?.host === undefined || port < 1 || port > 65_535) return undefined;
  return { host: found.host.replace(/^\[|\]$/g, ''), port };
}

function readAuthority(path: string | null): Result<string | undefined, string> {
  if (path === null) return ok(undefined);
  try {
    return ok(readFileSync(path, 'utf8'));
  } catch {
    return fail('the file of ca cannot be read');
  }
}

/** An empty name means none: `redis://:password@host` has no user. */
function decoded(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
