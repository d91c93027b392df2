import type { Server, Socket } from 'node:net';
import { isIP } from 'node:net';
import type { TrustedProxies } from '../../gateway/transport/trusted-proxies.js';

/** The first bytes of a header of version 2. */
const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const HEADER_BYTES = 16;
/** A line of version 1 is never longer. */
const MAX_LINE_BYTES = 107;
/** Of version 2: addresses and what a load balancer adds to them. */
const MAX_HEADER_BYTES = 2048;
const FAMILY_BYTES = { 1: 4, 2: 16 } as const;

/** A header that was read: its length, and the client's address; undefined where the proxy speaks for itself. */
interface ReadHeader {
  readonly bytes: number;
  readonly address: string | undefined;
}

/**
 * The header of the PROXY protocol, version 1 or 2, at the beginning of what a connection sends. `more`: not all of it has come;
 * `none`: it is no such header.
 */
export function readProxyHeader(bytes: Buffer): ReadHeader | 'more' | 'none' {
  const begin = bytes.subarray(0, SIGNATURE.length);
  if (begin.equals(SIGNATURE.subarray(0, begin.length)))
    return begin.length < SIGNATURE.length ? 'more' : readVersion2(bytes);
  return readVersion1(bytes);
}

function readVersion1(bytes: Buffer): ReadHeader | 'more' | 'none' {
  const text = bytes.subarray(0, MAX_LINE_BYTES).toString('latin1');
  if (!'PROXY '.startsWith(text.slice(0, 6))) return 'none';
  const end = text.indexOf('\r\n');
  if (end < 0) return bytes.length < MAX_LINE_BYTES ? 'more' : 'none';
  const [, family, source] = text.slice(0, end).split(' ');
  if (family === 'UNKNOWN') return { bytes: end + 2, address: undefined };
  const kind = family === 'TCP4' ? 4 : family === 'TCP6' ? 6 : undefined;
  if (kind === undefined || source === undefined || isIP(source) !== kind) return 'none';
  return { bytes: end + 2, address: source };
}

function readVersion2(bytes: Buffer): ReadHeader | 'more' | 'none' {
  if (bytes.length < HEADER_BYTES) return 'more';
  const [command = 0, family = 0] = bytes.subarray(12, 14);
  const total = HEADER_BYTES + bytes.readUInt16BE(14);
  if (command >> 4 !== 2 || total > MAX_HEADER_BYTES) return 'none';
  if (bytes.length < total) return 'more';
  // LOCAL: a check of the proxy's own.
  if ((command & 0xf) === 0) return { bytes: total, address: undefined };
  const kind = family >> 4;
  if (kind !== 1 && kind !== 2) return { bytes: total, address: undefined };
  const source = bytes.subarray(HEADER_BYTES, HEADER_BYTES + FAMILY_BYTES[kind]);
  if (source.length < FAMILY_BYTES[kind] || total < HEADER_BYTES + FAMILY_BYTES[kind]) return 'none';
  return { bytes: total, address: kind === 1 ? source.join('.') : textOfIpv6(source) };
}

function textOfIpv6(bytes: Buffer): string {
  return Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16)).join(':');
}

/** How long a proxy has for its header, in milliseconds. */
const HEADER_MS = 5_000;

/**
 * Lets a server take the client's address from the PROXY protocol. Trusted proxies must begin each connection with its header;
 * what others send is never read as one.
 */
export function acceptProxyProtocol(server: Server, proxies: TrustedProxies): void {
  const addresses = new Map<string, string>();
  const serve = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const pass = () => {
      for (const listener of serve) listener.call(server, socket);
    };
    if (!proxies.has(socket.remoteAddress ?? '')) return pass();
    const key = peerOf(socket);
    readHeader(socket, (address) => {
      if (address !== undefined) {
        addresses.set(key, address);
        socket.once('close', () => addresses.delete(key));
        setRemoteAddress(socket, address);
      }
      pass();
    });
  });
  // The socket of a TLS connection is another one, with the same peer.
  server.prependListener('secureConnection', (socket: Socket) => {
    const address = addresses.get(peerOf(socket));
    if (address !== undefined) setRemoteAddress(socket, address);
  });
}

/** Reads the header and gives back what follows; a connection without a header in time is cut. */
function readHeader(socket: Socket, done: (address: string | undefined) => void): void {
  let bytes = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), HEADER_MS);
  const onError = () => undefined;
  const onReadable = () => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    bytes = Buffer.concat([bytes, chunk]);
    const read = readProxyHeader(bytes);
    if (read === 'more') return;
    clearTimeout(timer);
    socket.off('readable', onReadable);
    socket.off('error', onError);
    if (read === 'none') return void socket.destroy();
    const rest = bytes.subarray(read.bytes);
    if (rest.length > 0) socket.unshift(rest);
    done(read.address);
  };
  socket.on('error', onError);
  socket.on('readable', onReadable);
  socket.once('close', () => clearTimeout(timer));
}

/** The peer of a TCP connection, as long as its socket says no other address. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function setRemoteAddress(socket: Socket, address: string): void {
  Object.defineProperty(socket, 'remoteAddress', { value: address, configurable: true });
}
