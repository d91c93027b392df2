import { createHmac, randomBytes } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type RawData, WebSocket } from 'ws';
import type { Clock } from '#shared/core/clock.js';
import { keepLinkAlive } from '#shared/core/link-heartbeat.js';
import type { RemoteHosts } from './remote-hosts.js';

/** The codes with which the gateway closes a WebSocket to an agent (RFC 6455). */
export const callCloses = {
  /** The seat is over or taken back. */
  end: 1000,
  /** Hello was not answered. */
  noAnswer: 1002,
  binary: 1003,
  /** Too many messages that are not valid. */
  refused: 1008,
  restart: 1012,
  /** The game is not reachable at the moment. */
  tryAgain: 1013,
} as const;

/** One WebSocket to an agent. */
export interface AgentChannel {
  /** Bytes that the agent has not read. */
  readonly unreadBytes: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  cut(): void;
}

/** What a channel reports. */
export interface AgentChannelEvents {
  onOpen(): void;
  onText(bytes: Uint8Array): void;
  /** The last event, exactly once. */
  onDown(reason: string): void;
}

/** Where an agent listens, and how a channel to it is made. */
export interface AgentChannelOptions {
  readonly url: URL;
  readonly hosts: RemoteHosts;
  readonly key: string;
  readonly clock: Clock;
  /** Resolves names; that of the system. */
  readonly lookup?: typeof systemLookup | undefined;
  /** Milliseconds from the first packet to the open socket. */
  readonly handshakeMs: number;
  /** Milliseconds between two pings, and without a sign of life until the channel is cut. */
  readonly pingMs: number;
  readonly silenceMs: number;
  readonly maxMessageBytes: number;
}

/** Opens a WebSocket to an agent, without reconnects and redirects. The address is checked after the lookup and once open. */
export function openAgentChannel(options: AgentChannelOptions, events: AgentChannelEvents): AgentChannel {
  const { url, hosts, clock, pingMs, silenceMs } = options;
  const socket = new WebSocket(url, {
    headers: signatureHeaders(url, options.key, clock.now()),
    lookup: checkedLookup(options),
    perMessageDeflate: false,
    followRedirects: false,
    handshakeTimeout: options.handshakeMs,
    maxPayload: options.maxMessageBytes,
  });
  let reason = 'closed';
  let bytesRead = () => 0;
  socket.on('upgrade', ({ socket: stream }) => {
    bytesRead = () => stream.bytesRead;
    if (hosts.allowsAddress(url, stream.remoteAddress ?? '')) return;
    reason = 'connected to an address that is not allowed';
    socket.terminate();
  });
  socket.on('open', () => {
    const lost = () => {
      reason = 'no sign of life';
    };
    keepLinkAlive({ socket, clock, pingMs, silenceMs, bytesRead: () => bytesRead(), lost });
    events.onOpen();
  });
  socket.on('message', (data, isBinary) => {
    if (isBinary) socket.close(callCloses.binary, 'text frames only');
    else events.onText(bytesOf(data));
  });
  socket.on('error', (error) => {
    reason = error.message;
  });
  socket.on('close', (code) => events.onDown(`${reason} (${code})`));
  return {
    get unreadBytes() {
      return socket.bufferedAmount;
    },
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: (code, why) => socket.close(code, why),
    cut: () => socket.terminate(),
  };
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

/** Resolves a name to those of its addresses that are allowed; fails when none is. */
function checkedLookup({ url, hosts, lookup = systemLookup }: AgentChannelOptions): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const allowed =
        error === null ? addresses.filter(({ address }) => hosts.allowsAddress(url, address)) : [];
      const [first] = allowed;
      if (error !== null) callback(error, []);
      else if (first === undefined) callback(notAllowed(hostname, addresses), []);
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

function notAllowed(hostname: string, addresses: readonly { readonly address: string }[]): Error {
  const list = addresses.map(({ address }) => address).join(', ');
  return new Error(`${hostname} leads to ${list}, which REMOTE_AGENT_HOSTS does not list`);
}

/** HMAC-SHA256 with REMOTE_AGENT_KEY over `v1`, epoch seconds, a nonce, host:port and path with query, a line each. */
function signatureHeaders(
  { host, pathname, search }: URL,
  key: string,
  now: number,
): Readonly<Record<string, string>> {
  const nonce = randomBytes(16).toString('base64url');
  const timestamp = String(Math.floor(now / 1000));
  const signed = ['v1', timestamp, nonce, host, `${pathname}${search}`].join('\n');
  return {
    'x-freeciv-timestamp': timestamp,
    'x-freeciv-nonce': nonce,
    'x-freeciv-signature': `v1=${createHmac('sha256', key).update(signed).digest('hex')}`,
  };
}
