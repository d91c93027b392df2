import type { GenAction, ReqRange, UniversalsN } from '../../freeciv/generated/packets.js';
import type { PacketRequirement } from '../../freeciv/value-codecs.js';
import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { cityAt, knownTile } from '../lookup/tiles.js';
import type { Tristate } from '../lookup/tristate.js';

/** What rules are asked about. A requirement on something that is not given is not met, as on the server. */
export interface RequirementContext {
  readonly player?: number | undefined;
  readonly otherPlayer?: number | undefined;
  readonly city?: City | undefined;
  readonly building?: number | undefined;
  readonly tile?: number | undefined;
  readonly unit?: Unit | undefined;
  /** Unit type number; that of `unit` when it is not given. */
  readonly unitType?: number | undefined;
  /** Number of the output: food, shields, trade, gold, luxury, science from 0 on. */
  readonly output?: number | undefined;
  readonly specialist?: number | undefined;
  readonly action?: GenAction | undefined;
}

/** A city as its own effects and buildings see it. */
export function cityContext(city: City): RequirementContext {
  return { player: city.owner, city, tile: city.tile };
}

/** What the rules for work are asked about: the worker, and the tile with its owner and city. */
export function unitContext(world: World, unit: Unit): RequirementContext {
  const owner = knownTile(world, unit.tile)?.owner;
  return { player: unit.owner, otherPlayer: owner, tile: unit.tile, unit, city: cityAt(world, unit.tile) };
}

/** A requirement of the ruleset, with the kinds and ranges of this protocol version. */
export type Requirement = PacketRequirement<UniversalsN, ReqRange>;

/** Whether what a requirement names is there, whatever `present`; undefined: not in the context, so not met. */
export type Question = (
  world: World,
  requirement: Requirement,
  context: RequirementContext,
) => Tristate | undefined;
