import { type Disk, diskSchema } from '#shared/protocol/disk.js';
import { gameOperations } from '#shared/protocol/game-operations.js';
import type { LinkAnswer } from '#shared/protocol/link.js';

/** States of a game that no server runs: another proxy that has one knows better. */
const STORED_STATES: ReadonlySet<string> = new Set(['idle', 'archived', 'ended']);

/** One answer of the answers of several proxies to the same question. Undefined without any. */
export function mergedAnswer(answers: readonly LinkAnswer[]): LinkAnswer | undefined {
  const [first, ...others] = answers.filter(({ type }) => type !== 'error');
  if (first === undefined || others.length === 0) return first ?? answers[0];
  const all = [first, ...others].map(({ data }) => data);
  if (first.type === 'game_list') return { ...first, data: { games: mergedGames(all) } };
  return { ...first, data: mergedDisk(all) };
}

/** Proxies with the same storage all list the games in it. */
function mergedGames(lists: readonly unknown[]): readonly unknown[] {
  const schema = gameOperations.game_list.answer;
  const games = lists.flatMap((list) => schema.safeParse(list).data?.games ?? []);
  const byId = new Map<string, (typeof games)[number]>();
  for (const game of games) {
    const known = byId.get(game.game_id);
    if (known === undefined || STORED_STATES.has(known.state)) byId.set(game.game_id, game);
  }
  return [...byId.values()];
}

function mergedDisk(disks: readonly unknown[]): Disk {
  const read = disks.flatMap((disk) => diskSchema.safeParse(disk).data ?? []);
  const free = read.flatMap(({ free_bytes: bytes }) => bytes ?? []);
  return {
    free_bytes: free.length === 0 ? null : Math.min(...free),
    problem: read.find(({ problem }) => problem !== null)?.problem ?? null,
    troubles: read.flatMap(({ troubles }) => troubles),
    damaged: read.flatMap(({ damaged }) => damaged),
  };
}
