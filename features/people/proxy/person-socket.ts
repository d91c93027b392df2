import type { WebSocket } from 'ws';
import type { Clock } from '#shared/core/clock.js';
import { parseJson } from '#shared/core/json.js';
import { keepLinkAlive } from '#shared/core/link-heartbeat.js';
import type { Logger } from '#shared/core/log.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import {
  type PersonJoin,
  type PersonSeated,
  personCloseCodes,
  personEndSchema,
  personJoinSchema,
} from '#shared/protocol/person-link.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { detach } from '../../../proxy/games/faults/game-bug.js';
import { isOver } from '../../../proxy/games/lifecycle/game-state.js';
import type { Games } from '../../../proxy/games/lifecycle/games.js';
import { ClientStream } from './client-stream.js';
import type { PeopleOfGames } from './people.js';
import { Person } from './person.js';

/** The WebSocket of one person, opened by a gateway. */
export interface PersonSocketOptions {
  readonly socket: WebSocket;
  readonly games: Games;
  readonly people: PeopleOfGames;
  readonly clock: Clock;
  readonly log: Logger;
  bytesRead(): number;
}

const SEATED: PersonSeated = { seated: true };

/** Unread bytes from which a client counts as lost. */
const MAX_UNREAD_BYTES = 16 << 20;
/** A gateway answers no ping while its client is slow, but sends its own every ten seconds. */
const PING_MS = 10_000;
const SILENCE_MS = 60_000;
/** WebSockets allow no longer ones. */
const MAX_REASON_BYTES = 123;

/** Serves one person: the first message says which seat, all others are bytes of the client. */
export function servePerson(options: PersonSocketOptions): void {
  const { socket, clock, log } = options;
  let person: Person | undefined;
  keepLinkAlive({
    socket,
    clock,
    pingMs: PING_MS,
    silenceMs: SILENCE_MS,
    bytesRead: () => options.bytesRead(),
    lost: () => log.warn('the gateway of a person sent nothing for too long'),
  });
  socket.on('error', (error) => log.warn({ error: error.message }, 'the socket of a person failed'));
  socket.on('close', () => person?.end(personCloseCodes.done, 'the person has left'));
  socket.on('message', (bytes, isBinary) => {
    if (!Buffer.isBuffer(bytes)) return;
    if (person !== undefined && isBinary) person.receive(bytes);
    else if (person !== undefined) end(person, String(bytes));
    else person = begin(options, String(bytes));
  });
}

/** The gateway has a reason to end it. */
function end(person: Person, text: string): void {
  const { data } = personEndSchema.safeParse(parseJson(text));
  if (data === undefined) return;
  person.dismiss(personCloseCodes.done, data.end);
}

function begin(options: PersonSocketOptions, text: string): Person | undefined {
  const { socket } = options;
  const { data: join } = personJoinSchema.safeParse(parseJson(text));
  if (join === undefined) {
    socket.close(personCloseCodes.violation, 'expected who joins which seat');
    return undefined;
  }
  const { game_id: gameId, agent_id: agentId, address, capability } = join;
  const log = options.log.child({ game: gameId, agent: agentId, address });
  const version = versionOf(capability);
  const stream = new ClientStream(Protocol.ofServer(`${version}.0`), capability);
  const out = new SocketWriter(socket, () =>
    person.end(personCloseCodes.violation, 'the client does not read'),
  );
  const person = new Person({
    stream,
    log,
    clock: options.clock,
    write: (bytes) => out.write(bytes),
    onEnd: (code, reason) => {
      log.info({ code, reason }, 'a person has left the game');
      out.flush();
      socket.close(code, reason.replace(/[^ -~]/gu, '?').slice(0, MAX_REASON_BYTES));
    },
  });
  const arrival = { person, stream, version, log, onSeated: () => socket.send(JSON.stringify(SEATED)) };
  const seated = seat(options, join, arrival).catch((error: unknown) => {
    log.error({ err: error }, 'a person could not be seated because of a bug');
    person.dismiss(personCloseCodes.restart, 'The seat cannot be had now: join again');
  });
  detach(gameId, seated);
  return person;
}

interface Arrival {
  readonly person: Person;
  readonly stream: ClientStream;
  /** Of the protocol that the client speaks, such as 3.0. */
  readonly version: string;
  readonly log: Logger;
  /** Tells the gateway. */
  onSeated(): void;
}

async function seat(
  { games, people }: PersonSocketOptions,
  join: PersonJoin,
  arrival: Arrival,
): Promise<void> {
  const { game_id: gameId, agent_id: agentId } = join;
  const { person, stream, version, log } = arrival;
  const opened = await games.getOrCreate({ gameId, config: gameConfigSchema.parse({}), create: false });
  if (!opened.ok) return person.dismiss(personCloseCodes.refused, opened.failure.message);
  const game = opened.value;
  if (isOver(game.state)) return person.dismiss(personCloseCodes.refused, 'The game is over');
  if (game.isOnOtherServer)
    return person.dismiss(
      personCloseCodes.refused,
      'This game is on a server of others: connect to that one',
    );
  const { version: spoken } = game.serverProtocol.table;
  if (spoken !== version)
    return person.dismiss(
      personCloseCodes.refused,
      `This game is played with FreeCiv ${spoken}: your client is of ${version}`,
    );
  const lacking = stream.missingCapabilities;
  if (lacking.length > 0)
    return person.dismiss(
      personCloseCodes.refused,
      `Your client is a development version of ${version}: it lacks ${lacking.join(', ')}`,
    );
  const joined = await people.join(game, agentId, person);
  if (joined.ok && !person.isEnded) {
    log.info('a person plays a seat');
    arrival.onSeated();
  } else if (!joined.ok) person.dismiss(personCloseCodes.refused, joined.failure.message);
}

/** The protocol version that a client's capabilities name. */
function versionOf(capability: string): string {
  return /(?:^|\s)\+?Freeciv-(\d+\.\d+)(?:\.\d+)?-network/.exec(capability)?.[1] ?? 'another version';
}

/** Sends what is written in one turn of the event loop as one message: the server tells a newcomer thousands of packets. */
class SocketWriter {
  readonly #socket: WebSocket;
  readonly #onFull: () => void;
  #parts: Buffer[] = [];

  constructor(socket: WebSocket, onFull: () => void) {
    this.#socket = socket;
    this.#onFull = onFull;
  }

  write(bytes: Buffer): void {
    this.#parts.push(bytes);
    if (this.#parts.length === 1) setImmediate(() => this.flush());
  }

  flush(): void {
    const parts = this.#parts.splice(0);
    if (parts.length === 0 || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_UNREAD_BYTES) this.#onFull();
    else this.#socket.send(Buffer.concat(parts));
  }
}
