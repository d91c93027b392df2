import { gameIdSchema } from '#shared/messages/envelope.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { Refusal } from '../transport/transport.js';
import type { Place } from './viewer.js';

const prefix = '/ws/spectator/';

export interface SpectatorTarget {
  readonly gameId: string;
  /** From `?since=version&stream=id`: what the viewer has already. */
  readonly place: Place | undefined;
}

export function isSpectatorPath(url: string): boolean {
  return url.startsWith(prefix);
}

/** What the URL of an upgrade request asks for; 400 for an id that no game has. */
export function readSpectatorPath(url: string): Result<SpectatorTarget, Refusal> {
  const [path = '', query = ''] = url.split('?', 2);
  const id = gameIdSchema.safeParse(path.slice(prefix.length));
  if (!id.success) {
    return fail({ status: 400, message: `Bad game id: ${id.error.issues[0]?.message ?? 'not an id'}` });
  }
  const fields = new URLSearchParams(query);
  const since = fields.get('since');
  const version = Number(since);
  const isPlace = since !== null && since !== '' && Number.isSafeInteger(version);
  const place = isPlace ? { stream: fields.get('stream') ?? '', version } : undefined;
  return ok({ gameId: id.data, place });
}
