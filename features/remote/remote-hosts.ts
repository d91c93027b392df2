import { failure } from '#shared/core/failure.js';
import { HostRules } from '#shared/core/host-rules.js';
import { fail, ok, type Result } from '#shared/core/result.js';

/** The hosts where remote agents may listen. */
export class RemoteHosts {
  readonly #rules: HostRules;

  private constructor(rules: HostRules) {
    this.#rules = rules;
  }

  /** Reads the entries as HostRules does. The failure names the first invalid entry. */
  static parse(entries: readonly string[]): Result<RemoteHosts, string> {
    const rules = HostRules.parse(entries);
    return rules.ok ? ok(new RemoteHosts(rules.value)) : rules;
  }

  /** Without an entry no agent may be called. */
  get isEmpty(): boolean {
    return this.#rules.isEmpty;
  }

  /** The URL of an agent whose host is allowed by what it says; its address is checked when it is connected to. E105. */
  checkUrl(text: string, path = 'agent_url'): Result<URL> {
    const refuse = (message: string) => fail(failure('E105', message, { path }));
    if (this.isEmpty) return refuse('Remote agents are off here: REMOTE_AGENT_HOSTS is empty');
    if (!URL.canParse(text)) return refuse('The agent_url is no URL');
    const url = new URL(text);
    if (url.protocol !== 'ws:' && url.protocol !== 'wss:')
      return refuse('The agent_url must begin with ws:// or wss://');
    if (url.username !== '' || url.password !== '' || url.hash !== '')
      return refuse('The agent_url must have no user, password or fragment');
    const host = hostOf(url);
    const isAllowed = this.#rules.allowsHost(host, portOf(url));
    return isAllowed ? ok(url) : refuse(`REMOTE_AGENT_HOSTS does not allow ${host}:${portOf(url)}`);
  }

  /** Whether the agent of that URL may be reached at an address, which its name was resolved to. */
  allowsAddress(url: URL, text: string): boolean {
    return this.#rules.allowsAddress(hostOf(url), portOf(url), text);
  }
}

/** The host of a URL in small letters: without the brackets of IPv6 and the dot that may end a full name. */
function hostOf({ hostname }: URL): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'wss:' ? 443 : 80) : Number(port);
}
