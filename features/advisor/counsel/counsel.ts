import type { CounselLine } from '#shared/protocol/state/counsel.js';
import type { Plan } from '../../../proxy/plans/plan.js';
import { cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { turnsLeft } from '../../../proxy/rules/lookup/game-length.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { type RealmBasis, realmBasis, realmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import { governmentCounsel } from './government-counsel.js';
import { orderCounsel } from './order-counsel.js';
import { celebrationCounsel } from './rates-counsel.js';
import { freeTechCounsel, researchCounsel } from './research-counsel.js';
import { scoreCounsel } from './score-counsel.js';
import { settlingCounsel } from './settling-counsel.js';
import { spaceCounsel } from './space-counsel.js';
import { standingCounsel } from './standing-counsel.js';
import { techCounsel } from './tech-counsel.js';
import { tileCounsel } from './tile-counsel.js';
import { tradeCounsel } from './trade-counsel.js';
import { treatyCounsel } from './treaty-counsel.js';
import { undefendedCounsel } from './undefended-counsel.js';
import { wonderCounsel } from './wonder-counsel.js';

/** About the turns under the new government that pay for one turn of anarchy. */
const PAID_BACK_AFTER = 3;

/**
 * Consequences that the rules of this game foretell for decisions the seat can make now, the weightiest first. Every
 * number is computed from the ruleset and the seat's own state. Facts that the seat may not know are left out, and so are
 * decisions that a standing plan makes and what comes after the end of the game. Empty for an observer, and before the first city.
 */
export function counselOf(world: World, plans: readonly Plan[] = []): readonly CounselLine[] {
  const { player: me } = world.seat;
  if (me === undefined || world.players.get(me)?.isAlive !== true) return [];
  const basis = realmBasis(world, me);
  if (basis.cities.length === 0) return [];
  const now = realmTotals(basis);
  const left = turnsLeft(world);
  const lines = [
    ...governmentCounsel(basis, now),
    ...techCounsel(basis, now, plans),
    ...settlingCounsel(basis, now),
    ...orderCounsel(basis, now),
    ...celebrationCounsel(basis, now),
    ...tileCounsel(basis, now),
    ...undefendedCounsel(basis, now),
    ...wonderCounsel(basis, now),
    ...tradeCounsel(world, now),
    ...researchCounsel(world, plans, now),
    ...famineCounsel(basis),
    ...freeTechCounsel(world, now),
    ...spaceCounsel(world),
    ...standingCounsel(world),
    ...scoreCounsel(world),
    ...treatyCounsel(basis, now),
  ];
  return lines.filter((line) => comesInTime(line, left)).sort((a, b) => b.weight - a.weight);
}

/**
 * Whether the effect of a line comes before the game is over. `left` is the number of turn changes until the last turn, infinite
 * where the server does not send it. A line with an immediate effect is told in the last turn, too.
 */
export function comesInTime(line: CounselLine, left: number): boolean {
  switch (line.kind) {
    case 'government': {
      const { turns, anarchy } = line.figures;
      return (turns ?? 0) + PAID_BACK_AFTER * (anarchy?.max ?? 0) < left;
    }
    case 'tech':
    case 'free_tech':
      return (line.figures.turns ?? 0) < left;
    case 'settling':
      return (line.figures.turns ?? 0) + (line.figures.way ?? 0) < left;
    // Bulbs that will not complete a technology are no loss.
    case 'research_switch':
      return (line.figures.turns ?? Number.POSITIVE_INFINITY) <= left;
    case 'space_race': {
      const { step, build_turns: built, flight_turns: flight } = line.figures;
      return step === 'flight' || built + flight <= left;
    }
    case 'wonder':
    case 'treaty':
    case 'famine':
      return (line.figures.turns ?? 0) <= left;
    case 'rates':
    case 'tile':
    case 'standing':
    case 'disorder':
    case 'undefended':
    case 'score':
    case 'tech_trade':
      return true;
  }
}

/** Cities whose granary lasts longer are not spoken of. */
const MAX_FAMINE_TURNS = 3;

/** Cities that eat more than they make and have little left, the next to starve first. A citizen of all citizens is at stake. */
function famineCounsel({ world, cities }: RealmBasis): readonly CounselLine[] {
  const citizens = cities.reduce((sum, { city }) => sum + city.size, 0);
  return cities
    .flatMap((basis) => {
      const { id, name, detail } = basis.city;
      const food = cityEconomy(world, basis).surplus[outputs.food] ?? 0;
      const stock = detail?.foodStock ?? 0;
      const turns = food < 0 ? Math.floor(stock / -food) + 1 : Number.POSITIVE_INFINITY;
      return turns > MAX_FAMINE_TURNS ? [] : [{ city_id: id, name, food, stock, turns }];
    })
    .sort((a, b) => a.turns - b.turns)
    .map(({ name, ...figures }) => ({
      kind: 'famine',
      text: `${nameText(name)} makes ${figures.food} food a turn with ${figures.stock} in store: ${whenWords(figures.turns)} a unit that it feeds or a citizen starves`,
      weight: Math.round(1000 / Math.max(1, citizens)) / 10,
      figures,
    }));
}

function whenWords(turns: number): string {
  return turns === 1 ? 'at this turn change' : `in ${turns} turns`;
}
