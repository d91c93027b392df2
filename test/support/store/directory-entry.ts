import type { ProxyEntry } from '#shared/store/directory.js';

/** What an idle proxy of that name announces. */
export function entryOf(id: string): ProxyEntry {
  return { id, url: `ws://${id}:8002/llmsocket/8002`, games: 0, maxGames: 10, isDraining: false };
}
