import { lookup } from 'node:dns/promises';
import { failure } from '#shared/core/failure.js';
import { HostRules } from '#shared/core/host-rules.js';
import { fail, ok, type Result } from '#shared/core/result.js';

/** A host and a port. */
export interface ServerPlace {
  readonly host: string;
  readonly port: number;
}

/** Every entry of the form `*:5556` or `*:*`. */
const ANY_HOST = /^\*(?::(\*|\d{1,5}))?$/;

/** The game servers of others that games may be played on: FOREIGN_SERVERS. */
export class ForeignServers {
  readonly #rules: HostRules;
  /** Ports at which every name, and every public address, is allowed; `*` for all of them. */
  readonly #openPorts: ReadonlySet<string>;

  private constructor(rules: HostRules, openPorts: ReadonlySet<string>) {
    this.#rules = rules;
    this.#openPorts = openPorts;
  }

  /** No server of others may be joined. */
  static none(): ForeignServers {
    return new ForeignServers(HostRules.none(), new Set());
  }

  /**
   * Reads entries `host:port`: the host as HostRules reads it, or `*` for every public host; the port may be `*`, and is that where
   * it is not given. The failure names the first invalid entry.
   */
  static parse(entries: readonly string[]): Result<ForeignServers, string> {
    const open = entries.map((entry) => ANY_HOST.exec(entry));
    const named = entries.filter((_, index) => open[index] === null);
    const rules = HostRules.parse(named.map((entry) => entry.replace(/:\*$/, '')));
    if (!rules.ok) return rules;
    const ports = open.flatMap((found) => (found === null ? [] : [found[1] ?? '*']));
    return ok(new ForeignServers(rules.value, new Set(ports)));
  }

  /** The servers of the setting FOREIGN_SERVERS. Throws for an entry that a program should have refused at its start. */
  static ofSetting(entries: readonly string[]): ForeignServers {
    const servers = ForeignServers.parse(entries);
    if (!servers.ok) throw new Error(`FOREIGN_SERVERS: ${servers.failure}`);
    return servers.value;
  }

  /** Whether a server may be joined, by what was asked for. E105 with the name of the setting. */
  check({ host, port }: ServerPlace): Result<void> {
    const refuse = (message: string) =>
      fail(
        failure('E105', message, { path: 'game_config.join.host', details: { setting: 'FOREIGN_SERVERS' } }),
      );
    if (this.#rules.isEmpty && this.#openPorts.size === 0)
      return refuse('Servers of others are off here: FOREIGN_SERVERS is empty');
    if (this.#isOpen(port) || this.#rules.allowsHost(nameOf(host), port)) return ok(undefined);
    return refuse(`FOREIGN_SERVERS does not allow ${host}:${port}`);
  }

  /**
   * The address to connect to: the first of those the host has that is allowed. E105 as for `check`, and where the name leads to addresses
   * only that are not public and not listed themselves; E123 where the name is not known now.
   */
  async addressOf(place: ServerPlace): Promise<Result<string>> {
    const allowed = this.check(place);
    if (!allowed.ok) return allowed;
    const { host, port } = place;
    const found = await lookup(nameOf(host), { all: true }).catch(() => []);
    if (found.length === 0)
      return fail(
        failure('E123', `The name ${host} leads to no address now`, { details: { retry_after: 30 } }),
      );
    const address = found.find((one) => this.#allows(place, one.address))?.address;
    if (address !== undefined) return ok(address);
    const message = `${host}:${port} leads to an address that is not public and that FOREIGN_SERVERS does not list`;
    return fail(
      failure('E105', message, { path: 'game_config.join.host', details: { setting: 'FOREIGN_SERVERS' } }),
    );
  }

  #allows({ host, port }: ServerPlace, address: string): boolean {
    if (this.#rules.allowsAddress(nameOf(host), port, address)) return true;
    return this.#isOpen(port) && HostRules.isPublicAddress(address);
  }

  #isOpen(port: number): boolean {
    return this.#openPorts.has('*') || this.#openPorts.has(String(port));
  }
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
