import { createHash } from 'node:crypto';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';

/** SHA-256 over all that a view shows, in one order; the same for the same state whatever led to it. */
export function stateHash(view: SpectatorView): string {
  const { header, map, tiles, units, cities, players, events, history, agents, actions, transcript } = view;
  const tables = [byId(tiles), byId(units), byId(cities), byId(players)];
  // Recordings of version 1 have none of these, and keep their hashes.
  const deeds =
    agents.size + actions.length + transcript.length > 0 ? [byId(agents), actions, transcript] : [];
  const facts = JSON.stringify([header, map, ...tables, events, history, ...deeds]);
  return createHash('sha256').update(facts).digest('base64url');
}

function byId<T>(table: ReadonlyMap<number, T>): readonly T[] {
  return [...table].sort(([a], [b]) => a - b).map(([, entry]) => entry);
}
