import type { Rival, StrategicSummary } from '#shared/protocol/state/strategic-summary.js';
import { nationOf } from '../../../proxy/orders/descriptions.js';
import { expectedIncome } from '../../../proxy/rules/cities/income.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import type { Player } from '../../../proxy/rules/lookup/players.js';
import { researchOf } from '../../../proxy/rules/lookup/players.js';
import { maxRate } from '../../../proxy/rules/players/government.js';
import { infraPoints } from '../../../proxy/rules/terrain/placing.js';
import { isFighter } from '../../../proxy/rules/units/unit-type.js';
import { ownStanding } from '../../../proxy/views/entities/nation-view.js';
import { knowledgeOf } from '../../../proxy/views/entities/player-view.js';
import { relationBetween } from '../../../proxy/views/entities/relations.js';
import { countKnownTechs, researchView } from '../../../proxy/views/entities/research-view.js';
import { defendersOf, type Situation, strengthOf } from '../situation.js';

/** Where the player stands, in figures. */
export function strategicSummary(situation: Situation): StrategicSummary {
  const { world, me, player, units, cities } = situation;
  const research = researchOf(world, me);
  const techs = research === undefined ? 0 : countKnownTechs(world, research);
  const { available: _available, ...progress } =
    research === undefined ? { available: [] } : researchView(world, research);
  const points = infraPoints(world, me);
  return {
    cities_count: cities.length,
    units_count: units.length,
    citizens: cities.reduce((sum, city) => sum + city.size, 0),
    tech_progress: techProgress(techs, world.ruleset.techs.size),
    techs_known: techs,
    techs_known_anywhere: world.game?.globalAdvanceCount ?? 0,
    military_strength: militaryStrength(situation),
    military_units: units.filter((unit) => isFighter(world, unit)).length,
    score: player?.score ?? null,
    ...ownStanding(situation.world),
    gold: player?.gold ?? null,
    gold_per_turn: expectedIncome(situation.world, situation.me),
    infra_points: points,
    rates: player === undefined ? null : rates(world, player),
    government: wireNameOf(world.ruleset.governments.get(player?.government ?? -1)),
    research: 'bulbs' in progress ? progress : null,
    rivals: rivals(situation),
  };
}

function rates(world: Situation['world'], { playerno, tax, luxury, science }: Player) {
  return { tax, luxury, science, max: maxRate(world, playerno) };
}

function techProgress(known: number, all: number): StrategicSummary['tech_progress'] {
  const share = all === 0 ? 0 : known / all;
  if (share < 0.05) return 'starting';
  if (share < 0.4) return 'developing';
  return share < 0.8 ? 'advanced' : 'late';
}

function militaryStrength(situation: Situation): StrategicSummary['military_strength'] {
  const { world, me, units, cities } = situation;
  const own = units.reduce((sum, unit) => sum + strengthOf(world, unit), 0);
  if (own === 0) return 'none';
  const seen = new Map<number, number>();
  for (const unit of world.units.values()) {
    if (unit.owner === me) continue;
    seen.set(unit.owner, (seen.get(unit.owner) ?? 0) + strengthOf(world, unit));
  }
  const rival = Math.max(0, ...seen.values());
  if (cities.some((city) => defendersOf(situation, city).length === 0) || own < rival / 2) return 'weak';
  return own > rival * 1.5 && own > 4 * cities.length ? 'strong' : 'medium';
}

function isScoreKnown(world: Situation['world'], player: Player): boolean {
  return knowledgeOf(world, player) !== 'none';
}

/** Those met: others are not known to exist. */
function rivals({ world, me }: Situation): readonly Rival[] {
  return [...world.players.values()]
    .filter((other) => other.playerno !== me && other.barbarianType === 'NOT_A_BARBARIAN')
    .filter((other) => isScoreKnown(world, other))
    .sort((a, b) => b.score - a.score)
    .map((other) => {
      const research = researchOf(world, other.playerno);
      return {
        id: other.playerno,
        name: other.name,
        nation: nationOf(world, other.playerno, 'unknown'),
        relation: relationBetween(world, me, other.playerno),
        score: other.score,
        techs: research === undefined ? null : countKnownTechs(world, research),
        cities_seen: [...world.cities.values()].filter((city) => city.owner === other.playerno).length,
        is_alive: other.isAlive ? undefined : false,
      };
    });
}
