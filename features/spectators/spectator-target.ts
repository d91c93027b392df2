import { fail, ok, type Result } from '#shared/core/result.js';
import { agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import type { StreamPosition } from '#shared/protocol/spectator/messages.js';
import type { Watched } from '#shared/protocol/spectator/requests.js';
import type { UpgradeRefusal } from '../../gateway/transport/transport.js';

/** One view of one game with one delay: spectators of the same channel get the same messages. */
export interface SpectatorChannel {
  readonly gameId: string;
  readonly watched: Watched;
  /** Set for callers who may also see a game that was created without spectators. */
  readonly isUnrestricted: boolean;
  /** Set for callers who see the game as a whole, and nothing of an agent's own. */
  readonly isPublic: boolean;
}

/** The name of a channel within its game: equal for the same view, delay and rights. */
export function channelName({
  watched: { view, delay },
  isUnrestricted,
  isPublic,
}: SpectatorChannel): string {
  return JSON.stringify([view ?? 'whole', delay.turns, delay.seconds, isUnrestricted, isPublic]);
}

/** The beginning of the paths of spectator sockets. */
export const SPECTATOR_PREFIX = '/ws/spectator/';

/** What a spectator asks to see, from the URL of its socket. */
export interface SpectatorTarget {
  readonly gameId: string;
  /** From `?since=version&stream=id`: the newest update that the spectator already has. */
  readonly position: StreamPosition | undefined;
  /** From `?turn=N`: start with the recording of this turn, not with the present game. */
  readonly turn: number | undefined;
  /** From `?view=agent` or `?view=player:N`, and `?delay=N` turns or `?delay=Ns` seconds. */
  readonly watched: Watched;
  /** From `?encoding=deflate-raw`: messages are binary frames, each compressed on its own. */
  readonly isDeflated: boolean;
}

/** The limits of a requested delay: the proxy stores the updates of each delay separately. */
const MAX_DELAY_TURNS = 50;
const MAX_DELAY_S = 600;

/** Parses the URL of an upgrade request; refuses it with 400 and the name of the invalid field. */
export function parseSpectatorUrl(url: string): Result<SpectatorTarget, UpgradeRefusal> {
  const [path = '', query = ''] = url.split('?', 2);
  const id = gameIdSchema.safeParse(path.slice(SPECTATOR_PREFIX.length));
  if (!id.success) return refuse(`Bad game id: ${id.error.issues[0]?.message ?? 'not an id'}`);
  const fields = new URLSearchParams(query);
  const turn = parseCount(fields.get('turn') ?? '');
  if (fields.has('turn') && turn === undefined) return refuse('Bad turn: expected a number');
  const view = parseView(fields.get('view'));
  if (!view.ok) return refuse(view.failure);
  const delay = parseDelay(fields.get('delay') ?? '0');
  if (delay === undefined) return refuse('Bad delay: expected up to 50 turns, as 3, or 600 seconds, as 30s');
  const encoding = fields.get('encoding') ?? 'text';
  if (encoding !== 'text' && encoding !== 'deflate-raw')
    return refuse('Bad encoding: expected text or deflate-raw');
  const watched = { delay, view: view.value };
  const isDeflated = encoding === 'deflate-raw';
  return ok({ gameId: id.data, position: parsePosition(fields), turn, watched, isDeflated });
}

function parsePosition(fields: URLSearchParams): StreamPosition | undefined {
  const version = parseCount(fields.get('since') ?? '');
  return version === undefined ? undefined : { stream: fields.get('stream') ?? '', version };
}

const BAD_VIEW = fail('Bad view: expected an agent id or player:<number>');

/** Parses a view: `whole` or null (undefined), an agent id, or `player:N`. Fails with a sentence. */
export function parseView(text: string | null): Result<Watched['view'], string> {
  if (text === null || text === 'whole') return ok(undefined);
  const player = /^player:(.*)$/.exec(text)?.[1];
  if (player === undefined) return agentIdSchema.safeParse(text).success ? ok({ agent: text }) : BAD_VIEW;
  const number = parseCount(player);
  return number === undefined ? BAD_VIEW : ok({ player: number });
}

function parseDelay(text: string): Watched['delay'] | undefined {
  const isSeconds = text.endsWith('s');
  const count = parseCount(isSeconds ? text.slice(0, -1) : text);
  if (count === undefined || count > (isSeconds ? MAX_DELAY_S : MAX_DELAY_TURNS)) return undefined;
  return isSeconds ? { turns: 0, seconds: count } : { turns: count, seconds: 0 };
}

function parseCount(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function refuse(message: string): Result<never, UpgradeRefusal> {
  return fail({ status: 400, message });
}
