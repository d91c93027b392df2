/** Packet types before the join; they are the same in all versions of the protocol. */
const PACKET_TYPES = {
  processingStarted: 0,
  processingFinished: 1,
  joinRequest: 4,
  joinReply: 5,
  authenticationRequest: 6,
  authenticationReply: 7,
} as const;

/** What an authentication_req asks for: a password for the first time, or once more after a wrong one. */
const AUTHENTICATION_TYPES = { loginFirst: 0, loginRetry: 2 } as const;

/** A client sends no longer packet. */
export const MAX_JOIN_FRAME_BYTES = 4096;
/** The length as uint16, then the packet type as uint8. */
const HEADER_BYTES = 3;
/** The sizes of the strings in a server_join_req, the final NUL included. */
const JOIN_SIZES = { username: 48, capability: 512, versionLabel: 48 } as const;
/** Three numbers, each an uint32. */
const VERSION_BYTES = 12;
const PASSWORD_SIZE = 512;
/** A message of the server has at most this many bytes, the final NUL included. */
const MESSAGE_SIZE = 1536;
/** Bits of the two fields of an authentication_req: both travel. */
const BOTH_FIELDS = 0b11;
const PASSWORD_BIT = 0b1;

/** What a client sends first, as far as it is of use. */
interface JoinRequest {
  /** The name that the person has typed. */
  readonly username: string;
  /** What the client speaks, such as `+Freeciv-3.0-network year32`. */
  readonly capability: string;
}

/** A packet of a client that has not joined. */
type JoinPacket =
  | { readonly kind: 'join'; readonly request: JoinRequest }
  | { readonly kind: 'password'; readonly password: string };

/** The first packet in what a client has sent, and the number of its bytes. */
export interface ReadJoinPacket {
  readonly packet: JoinPacket;
  readonly bytes: number;
}

/**
 * Reads the first packet. `more`: not all of it has come; `bad`: a client that has not joined sends no such thing. A password that
 * equals `lastPassword`, the one sent before, does not travel again.
 */
export function readJoinPacket(bytes: Buffer, lastPassword: string): ReadJoinPacket | 'more' | 'bad' {
  if (bytes.length < HEADER_BYTES - 1) return 'more';
  const length = bytes.readUInt16BE(0);
  if (length < HEADER_BYTES || length > MAX_JOIN_FRAME_BYTES) return 'bad';
  if (bytes.length < length) return 'more';
  const body = bytes.subarray(HEADER_BYTES, length);
  const packet = packetOf(bytes.readUInt8(HEADER_BYTES - 1), body, lastPassword);
  return packet === undefined ? 'bad' : { packet, bytes: length };
}

function packetOf(type: number, body: Buffer, lastPassword: string): JoinPacket | undefined {
  if (type === PACKET_TYPES.joinRequest) {
    const request = joinRequestOf(body);
    return request && { kind: 'join', request };
  }
  if (type !== PACKET_TYPES.authenticationReply || body.length === 0) return undefined;
  if ((body.readUInt8(0) & PASSWORD_BIT) === 0) return { kind: 'password', password: lastPassword };
  const password = stringOf(body, 1, PASSWORD_SIZE);
  return password && { kind: 'password', password: password.text };
}

function joinRequestOf(body: Buffer): JoinRequest | undefined {
  const username = stringOf(body, 0, JOIN_SIZES.username);
  if (username === undefined) return undefined;
  const capability = stringOf(body, username.end, JOIN_SIZES.capability);
  if (capability === undefined) return undefined;
  const label = stringOf(body, capability.end, JOIN_SIZES.versionLabel);
  if (label === undefined || body.length < label.end + VERSION_BYTES) return undefined;
  return { username: username.text, capability: capability.text };
}

/** The NUL-terminated string at `start`, and where the next field begins; undefined when it is longer than `size`. */
function stringOf(body: Buffer, start: number, size: number) {
  const end = body.indexOf(0, start);
  if (end < 0 || end - start >= size) return undefined;
  return { text: body.toString('utf8', start, end), end: end + 1 };
}

/** The packets that make a client show its password dialog with this sentence; `isRetry`: after a wrong one. */
export function authenticationRequest(sentence: string, isRetry: boolean): Buffer {
  const type = isRetry ? AUTHENTICATION_TYPES.loginRetry : AUTHENTICATION_TYPES.loginFirst;
  const head = Buffer.from([BOTH_FIELDS, type]);
  return answer(PACKET_TYPES.authenticationRequest, Buffer.concat([head, messageBytes(sentence)]));
}

/**
 * The packets by which a client is told that it cannot join, and why. With its own `capability` it shows that sentence alone, and
 * not the capabilities of both sides after it.
 */
export function joinRefusal(sentence: string, capability: string): Buffer {
  const cannotJoin = Buffer.from([0]);
  const same = Buffer.from(`${capability}\0`);
  // No name of a challenge file, and 0 as the id of the connection.
  const rest = Buffer.from([0, 0, 0]);
  return answer(PACKET_TYPES.joinReply, Buffer.concat([cannotJoin, messageBytes(sentence), same, rest]));
}

/** The sentence as a NUL-terminated string that fits its field. */
function messageBytes(sentence: string): Buffer {
  const text = Buffer.from(sentence.replaceAll('\0', ' '));
  // A character that is cut in two becomes a replacement character.
  const fitting = text.length < MESSAGE_SIZE ? text : Buffer.from(text.toString('utf8', 0, MESSAGE_SIZE - 4));
  return Buffer.concat([fitting.subarray(0, MESSAGE_SIZE - 1), Buffer.from([0])]);
}

/** A server tells the beginning and the end of each answer: the client counts its packets by them. */
function answer(type: number, body: Buffer): Buffer {
  const none = Buffer.alloc(0);
  const [started, finished] = [PACKET_TYPES.processingStarted, PACKET_TYPES.processingFinished];
  return Buffer.concat([frame(started, none), frame(type, body), frame(finished, none)]);
}

function frame(type: number, body: Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(HEADER_BYTES), body]);
  bytes.writeUInt16BE(bytes.length, 0);
  bytes.writeUInt8(type, HEADER_BYTES - 1);
  return bytes;
}
