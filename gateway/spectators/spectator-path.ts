import { fail, ok, type Result } from '#shared/core/result.js';
import { agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import type { Watched } from '#shared/protocol/spectator/requests.js';
import type { Refusal } from '../transport/transport.js';
import type { Place } from './viewer.js';

export const SPECTATOR_PREFIX = '/ws/spectator/';

/** What somebody wants to see. */
export interface SpectatorTarget {
  readonly gameId: string;
  /** From `?since=version&stream=id`: what the viewer has already. */
  readonly place: Place | undefined;
  /** From `?turn=N`: begins there, in the past, and not with the game as it is. */
  readonly turn: number | undefined;
  /** From `?view=agent` or `?view=player:N`, and `?delay=N` turns or `?delay=Ns` seconds. */
  readonly watched: Watched;
  /** From `?encoding=deflate-raw`: messages come as binary frames, each deflated by itself. */
  readonly isDeflated: boolean;
}

/** Each delay is a view of its own to keep. */
const MOST_TURNS = 50;
const MOST_SECONDS = 600;

/** What the URL of an upgrade request asks for; 400 with the field that cannot be. */
export function readSpectatorPath(url: string): Result<SpectatorTarget, Refusal> {
  const [path = '', query = ''] = url.split('?', 2);
  const id = gameIdSchema.safeParse(path.slice(SPECTATOR_PREFIX.length));
  if (!id.success) return refuse(`Bad game id: ${id.error.issues[0]?.message ?? 'not an id'}`);
  const fields = new URLSearchParams(query);
  const turn = countIn(fields.get('turn') ?? '');
  if (fields.has('turn') && turn === undefined) return refuse('Bad turn: expected a number');
  const view = readView(fields.get('view'));
  if (view === 'bad') return refuse('Bad view: expected an agent id or player:<number>');
  const delay = readDelay(fields.get('delay') ?? '0');
  if (delay === undefined) return refuse('Bad delay: expected up to 50 turns, as 3, or 600 seconds, as 30s');
  const encoding = fields.get('encoding') ?? 'text';
  if (encoding !== 'text' && encoding !== 'deflate-raw')
    return refuse('Bad encoding: expected text or deflate-raw');
  const watched = { delay, ...(view !== undefined && { view }) };
  const isDeflated = encoding === 'deflate-raw';
  return ok({ gameId: id.data, place: readPlace(fields), turn, watched, isDeflated });
}

function readPlace(fields: URLSearchParams): Place | undefined {
  const version = countIn(fields.get('since') ?? '');
  return version === undefined ? undefined : { stream: fields.get('stream') ?? '', version };
}

/** A view as it is asked for: `whole`, an agent, or `player:N`. */
export function readView(text: string | null): Watched['view'] | 'bad' {
  if (text === null || text === 'whole') return undefined;
  const player = /^player:(.*)$/.exec(text)?.[1];
  if (player === undefined) return agentIdSchema.safeParse(text).success ? { agent: text } : 'bad';
  const number = countIn(player);
  return number === undefined ? 'bad' : { player: number };
}

function readDelay(text: string): Watched['delay'] | undefined {
  const isSeconds = text.endsWith('s');
  const count = countIn(isSeconds ? text.slice(0, -1) : text);
  if (count === undefined || count > (isSeconds ? MOST_SECONDS : MOST_TURNS)) return undefined;
  return isSeconds ? { turns: 0, seconds: count } : { turns: count, seconds: 0 };
}

function countIn(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function refuse(message: string): Result<never, Refusal> {
  return fail({ status: 400, message });
}
