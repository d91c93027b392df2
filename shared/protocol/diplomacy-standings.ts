import type { GameDiplomacy, PactStanding, TreatyFate, TreatyRecord } from './diplomacy.js';

/** How each player keeps its pacts, by these treaties. */
export function pactStandings(
  players: readonly Pick<PactStanding, 'player' | 'name' | 'nation'>[],
  treaties: readonly TreatyRecord[],
): PactStanding[] {
  return players.map(({ player, name, nation }) => {
    const own = treaties.filter((treaty) => treaty.pact !== null && treaty.players.includes(player));
    const ended = own.filter(({ fate }) => fate === 'cancelled' || fate === 'broken');
    const count = (fate: TreatyFate) => ended.filter((one) => one.fate === fate && one.ended?.by === player);
    return {
      player,
      name,
      nation,
      pacts: own.length,
      kept: own.length - ended.length,
      cancelled: count('cancelled').length,
      broken: count('broken').length,
      suffered: ended.filter(({ fate, ended: end }) => fate === 'broken' && end !== null && end.by !== player)
        .length,
    };
  });
}

/** The ledger as it stood in an earlier turn: later treaties are not there, and later ends have not come. */
export function diplomacyAsOf(ledger: GameDiplomacy, turn: number): GameDiplomacy {
  if (turn >= ledger.turn) return ledger;
  const treaties = ledger.treaties
    .filter((treaty) => treaty.turn <= turn)
    .map((one) => treatyAsOf(one, turn));
  const players = pactStandings(ledger.players, treaties);
  return { ...ledger, turn, is_final: false, players, treaties };
}

function treatyAsOf(treaty: TreatyRecord, turn: number): TreatyRecord {
  const incidents = treaty.incidents.filter((incident) => incident.turn <= turn);
  if (treaty.ended === null || treaty.ended.turn <= turn) return { ...treaty, incidents };
  return { ...treaty, incidents, fate: 'in_force', ended: null };
}
