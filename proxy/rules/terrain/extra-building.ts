import { hasBit } from '../../freeciv/enum-codec.js';
import type { UnitActivity } from '../../freeciv/generated/packets-3.0.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { researchOf } from '../lookup/players.js';
import { techState } from '../lookup/research.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { cityAt, type Extra, extrasOn, hasExtra, knownTile, unitsOn } from '../lookup/tiles.js';
import { unitContext } from '../requirements/context.js';
import { areMet } from '../requirements/requirements.js';

/** Whether a unit can begin to build an extra where it stands (`can_build_extra`). */
export function canBuildExtra(world: World, unit: Unit, extra: Extra): boolean {
  const tile = knownTile(world, unit.tile);
  if (tile === undefined || !extra.buildable || hasExtra(tile, extra.id)) return false;
  if (needsBridge(world, unit, extra) || conflictsWithWork(world, unit, extra)) return false;
  if (claimsCityTile(world, unit, extra)) return false;
  return areMet(world, extra.reqs, unitContext(world, unit)) === true;
}

/** A base that claims land cannot stand where a city claims it. */
function claimsCityTile(world: World, unit: Unit, extra: Extra): boolean {
  const base = rulesetIndex(world.ruleset).bases.get(extra.id);
  return base !== undefined && base.borderSq >= 0 && cityAt(world, unit.tile) !== undefined;
}

/** Whether a road over a river lacks the tech for bridges (`RF_REQUIRES_BRIDGE`, `TF_BRIDGE`). */
function needsBridge(world: World, unit: Unit, extra: Extra): boolean {
  const { roads } = rulesetIndex(world.ruleset);
  if (roads.get(extra.id)?.flags.has('RF_REQUIRES_BRIDGE') !== true || knowsBridges(world, unit.owner))
    return false;
  const tile = knownTile(world, unit.tile);
  return (
    tile !== undefined &&
    extrasOn(world, tile).some((other) => roads.get(other.id)?.flags.has('RF_PREVENTS_OTHER_ROADS') === true)
  );
}

function knowsBridges(world: World, player: number): boolean {
  const research = researchOf(world, player);
  if (research === undefined) return false;
  return [...world.ruleset.techs.values()].some(
    (tech) => tech.flags.has('TF_BRIDGE') && techState(research, tech.id) === 'known',
  );
}

const buildActivities: ReadonlySet<UnitActivity> = new Set([
  'ACTIVITY_GEN_ROAD',
  'ACTIVITY_IRRIGATE',
  'ACTIVITY_MINE',
  'ACTIVITY_BASE',
]);

/** Nobody begins what cannot stand beside that on which others work already; a unit stops its own work first. */
function conflictsWithWork(world: World, unit: Unit, extra: Extra): boolean {
  return unitsOn(world, unit.tile).some(
    (other) =>
      other.id !== unit.id &&
      buildActivities.has(other.activity) &&
      other.activityTarget >= 0 &&
      hasBit(extra.conflicts, other.activityTarget),
  );
}
