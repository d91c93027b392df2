import { hasBit } from '../../freeciv/value-codecs.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { UnitType } from '../lookup/nativity.js';
import { areAllied } from '../lookup/players.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { cityAt, hasExtra, knownTile, unitsOn } from '../lookup/tiles.js';
import { allOf, anyOf, type Tristate } from '../lookup/tristate.js';

/** Transports in transports in ... are allowed so deep. */
const MAX_DEPTH = 5;

/** Whether some transport on a tile could take a unit in, as the server decides for moves onto it. */
export function canLoadAt(world: World, cargo: Unit, tile: number): Tristate {
  return anyOf(unitsOn(world, tile), (transport) => canLoad(world, cargo, transport));
}

/** Whether a transport can take a unit on board (`could_unit_load`), independent of the unit's place. */
export function canLoad(world: World, cargo: Unit, transport: Unit): Tristate {
  const cargoType = world.ruleset.unitTypes.get(cargo.type);
  const type = world.ruleset.unitTypes.get(transport.type);
  if (cargoType === undefined || type === undefined) return 'unknown';
  if (cargo.id === transport.id || !canCarry(type, cargoType)) return false;
  return allOf(
    [
      () => areAllied(world, cargo.owner, transport.owner),
      () => hasBit(cargoType.embarks, type.unitClassId) || isInPort(world, transport, type),
      () => cargoOf(world, transport).length < type.transportCapacity,
      () => fitsInside(world, cargo, transport),
    ],
    (holds) => holds(),
  );
}

/** Whether cargo can leave its transport (`can_unit_unload`), whatever the tile. */
export function canUnload(world: World, cargo: Unit): Tristate {
  const transport = cargo.transportedBy === undefined ? undefined : world.units.get(cargo.transportedBy);
  const cargoType = world.ruleset.unitTypes.get(cargo.type);
  const type = transport === undefined ? undefined : world.ruleset.unitTypes.get(transport.type);
  if (transport === undefined || type === undefined || cargoType === undefined) return 'unknown';
  return hasBit(cargoType.disembarks, type.unitClassId) || isInPort(world, transport, type);
}

/** The units directly inside a transport, as far as this seat sees them. */
export function cargoOf(world: World, transport: Unit): Unit[] {
  return unitsOn(world, transport.tile).filter((unit) => unit.transportedBy === transport.id);
}

function canCarry(type: UnitType, cargo: UnitType): boolean {
  return type.transportCapacity > 0 && hasBit(type.cargo, cargo.unitClassId);
}

/** In a city or at a base of its own kind any transport may load and unload. */
function isInPort(world: World, transport: Unit, type: UnitType): boolean {
  if (cityAt(world, transport.tile) !== undefined) return true;
  const tile = knownTile(world, transport.tile);
  if (tile === undefined) return false;
  const { bases, extras } = rulesetIndex(world.ruleset);
  return extras.some(
    (extra) => bases.has(extra.id) && hasExtra(tile, extra.id) && hasBit(extra.nativeTo, type.unitClassId),
  );
}

/** Neither the unit nor what it carries may be of a transport's type, or able to carry one of them. */
function fitsInside(world: World, cargo: Unit, transport: Unit): boolean {
  const around = typesOf(world, [transport, ...transportsOf(world, transport)]);
  const loaded = withCargo(world, cargo);
  const depth = around.length + Math.max(...loaded.map((unit) => depthIn(world, unit, cargo)));
  if (depth > MAX_DEPTH) return false;
  return typesOf(world, loaded).every((inner) =>
    around.every((outer) => inner.id !== outer.id && !canCarry(inner, outer)),
  );
}

function typesOf(world: World, units: readonly Unit[]): UnitType[] {
  return units.flatMap((unit) => world.ruleset.unitTypes.get(unit.type) ?? []);
}

/** From the next outer one; of transports that a server tells to carry each other, no more than may be nested. */
function transportsOf(world: World, unit: Unit): Unit[] {
  const transports: Unit[] = [];
  let inner = unit;
  while (inner.transportedBy !== undefined && transports.length <= MAX_DEPTH) {
    const transport = world.units.get(inner.transportedBy);
    if (transport === undefined) break;
    transports.push(transport);
    inner = transport;
  }
  return transports;
}

function withCargo(world: World, unit: Unit, depth = 0): Unit[] {
  const inside = depth > MAX_DEPTH ? [] : cargoOf(world, unit);
  return [unit, ...inside.flatMap((inner) => withCargo(world, inner, depth + 1))];
}

function depthIn(world: World, unit: Unit, outermost: Unit): number {
  if (unit.id === outermost.id || unit.transportedBy === undefined) return 0;
  const transports = transportsOf(world, unit);
  const at = transports.findIndex(({ id }) => id === outermost.id);
  // A transport that is not seen counts as well.
  const hidden = transports.at(-1)?.transportedBy !== undefined || transports.length === 0 ? 1 : 0;
  return at < 0 ? transports.length + hidden : at + 1;
}
