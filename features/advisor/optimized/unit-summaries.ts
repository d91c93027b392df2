import type { UnitBrief, UnitSummaries } from '#shared/protocol/state/summaries.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { cityAt } from '../../../proxy/rules/lookup/tiles.js';
import { canFoundCities } from '../../../proxy/rules/units/action-enablers.js';
import { isIdle } from '../../../proxy/rules/units/unit-activities.js';
import { isFighter } from '../../../proxy/rules/units/unit-type.js';
import { unitView } from '../../../proxy/views/entities/unit-view.js';
import { plainName } from '../../../proxy/views/entities/wire-values.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { Site } from '../settling/settling.js';
import { canSettleAt } from '../settling/sites.js';
import type { Situation } from '../situation.js';

const MAX_UNITS = 14;

/**
 * Idle units in short form, and counts of the busy ones. `plan`: the best site for each idle founder, by unit id; `planned`:
 * units that a standing plan moves.
 */
export function unitSummaries(
  situation: Situation,
  plan: ReadonlyMap<number, Site>,
  planned: ReadonlySet<number>,
): UnitSummaries {
  const needsOrders = (unit: Unit) => isIdle(unit) && !planned.has(unit.id);
  const idle = situation.units
    .filter(needsOrders)
    .sort((a, b) => rank(situation, a) - rank(situation, b) || a.id - b.id);
  const busy: Record<string, number> = {};
  for (const unit of situation.units) {
    if (needsOrders(unit)) continue;
    const key = `${wireNameOf(situation.world.ruleset.unitTypes.get(unit.type)) ?? 'unit'} ${isIdle(unit) ? 'by_plan' : occupation(unit)}`;
    busy[key] = (busy[key] ?? 0) + 1;
  }
  return {
    units_needing_orders: idle.slice(0, MAX_UNITS).map((unit) => brief(situation, unit, plan.get(unit.id))),
    units_needing_orders_more: Math.max(0, idle.length - MAX_UNITS),
    units_busy: busy,
  };
}

/** Founders, then workers and explorers, then fighters. */
function rank({ world }: Situation, unit: Unit): number {
  if (canFoundCities(world, unit)) return 0;
  return isFighter(world, unit) ? 2 : 1;
}

function brief(situation: Situation, unit: Unit, site: Site | undefined): UnitBrief {
  const { world } = situation;
  const view = unitView(world, unit);
  const city = cityAt(world, unit.tile);
  const founder = canFoundCities(world, unit) && canSettleAt(situation, unit.tile);
  return {
    id: view.id,
    type: view.type,
    x: view.x,
    y: view.y,
    moves_left: view.moves_left ?? 0,
    hp: view.hp < view.hp_max ? view.hp : undefined,
    in: city?.name,
    can_found_city: founder || undefined,
    settle_at: site !== undefined && site.tile !== unit.tile ? world.map.position(site.tile) : undefined,
  };
}

function occupation({ activity, detail }: Unit): string {
  if (detail?.hasOrders === true) return 'under_way';
  if (detail?.ai === true) return 'automatic';
  return activity === 'ACTIVITY_IDLE' ? 'moved' : plainName(activity, 'ACTIVITY_');
}
