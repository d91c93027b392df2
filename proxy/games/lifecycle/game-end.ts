import type { GameEnd } from '#shared/protocol/game-summary.js';
import type { ScenarioResult } from '#shared/protocol/scenario.js';
import { turnsLeft } from '../../rules/lookup/game-length.js';
import { plainText } from '../../world/messages.js';
import type { World } from '../../world/world.js';
import type { RecordStore } from '../disk/record-file.js';
import type { Ledger } from '../score/ledger.js';

/** A game that was ended in its lobby. */
export const ENDED_IN_LOBBY: GameEnd = { reason: 'not_begun', turn: 0, winners: [], ranking: [], report: [] };

/** Ends a game whose servers died beyond all remedies, ranked by the last scores. `reason`: a sentence for its report. */
export async function recordDeath(records: RecordStore, ledger: Ledger, reason: string): Promise<void> {
  const turns = await ledger.sync().then(
    (contents) => contents.turns,
    () => [],
  );
  const scores = (turns.at(-1)?.players ?? []).toSorted((a, b) => b.score - a.score);
  const ranking = scores.map(({ player, name, score }) => ({
    player_id: player,
    name,
    score,
    winner: false,
    categories: {},
  }));
  const turn = records.current.shown?.turn ?? 0;
  const ended: GameEnd = { reason: 'server_died', turn, winners: [], ranking, report: [reason] };
  await records.update({ phase: 'ended', ended });
}

/** Why the proxy ends a game itself. */
export interface OwnEnding {
  /** `not_begun`: its scenario could not be staged. */
  readonly reason: 'admin' | 'defeat' | 'scenario' | 'not_begun';
  /** A sentence for the report of the end. */
  readonly note?: string | undefined;
}

/** How the game ended, from the world of a seat that saw the end; `own` when the proxy ended it. */
export function gameEndOf(
  world: World,
  own: OwnEnding | undefined,
  scenario: ScenarioResult | undefined,
): GameEnd {
  const ranking = world.finalRanking.map(({ playerId, score, winner, categoryScore }) => ({
    player_id: playerId,
    name: world.players.get(playerId)?.name ?? '',
    score,
    winner,
    categories: Object.fromEntries(
      world.finalReport.categories.map((name, index) => [plainCategory(name), categoryScore[index] ?? 0]),
    ),
  }));
  return {
    reason: own?.reason ?? (turnsLeft(world) < 0 ? 'end_turn' : 'victory'),
    // The server has begun the turn that is not played.
    turn: [...world.turn.beganAt.keys()].at(-1) ?? 0,
    winners: ranking.filter(({ winner }) => winner).map(({ name }) => name),
    ranking,
    report: [
      ...(own?.note === undefined ? [] : [own.note]),
      ...world.messages.all.filter(isAboutTheEnd).map(({ text }) => plainText(text)),
    ],
    scenario,
  };
}

function isAboutTheEnd({ event }: World['messages']['all'][number]): boolean {
  return event === 'E_GAME_END' || event === 'E_SPACESHIP' || event === 'E_DESTROYED';
}

/** The server writes a category on two lines: "Trade\n(M goods)". */
function plainCategory(name: string): string {
  return name.replaceAll('\n', ' ').trim();
}

/** Whether the player of that world has lost its last city and unit; false while it has no player. */
export function isDefeated({ world }: { readonly world: Pick<World, 'players' | 'seat'> }): boolean {
  return world.players.get(world.seat.player ?? -1)?.isAlive === false;
}
