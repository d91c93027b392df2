import type { Unit } from '../../world/unit.js';
import { finalVersion, type World } from '../../world/world.js';
import { firstNeighbour, MAX_NEIGHBOURS, neighbourTable, stepsFrom } from '../lookup/adjacency.js';
import type { UnitType } from '../lookup/nativity.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import type { Extra, Tile } from '../lookup/tiles.js';
import { BorderViews } from './border-views.js';
import { hasOneOf, walkableTiles } from './walkable.js';
import { controlOf, ignoresZones, mayStep } from './zones-of-control.js';

/** The ways of units of a kind; by tile. */
interface Ways {
  /** 1 where they can walk. */
  readonly walkable: Uint8Array;
  /** As `controlOf`, when `leads` was found. */
  readonly control: Uint8Array;
  /** 1 where a way leads to a discovery. */
  readonly leads: Uint8Array;
}

interface ExplorationCache {
  /** Of the last change of a tile that was looked at. */
  version: number;
  readonly treaties: number;
  /** What ways and discoveries depend on, by tile. */
  readonly signatures: Int32Array;
  readonly border: BorderViews;
  /** By what units have in common, as in `kindOf`. */
  readonly ways: Map<string, Ways>;
}

/** The signature of unknown land. */
const UNKNOWN = -1;

const caches = new WeakMap<World, ExplorationCache>();

/**
 * Whether a unit can come to a place with a view of unknown land, or to a village: otherwise the server ends its
 * exploring at once (manage_auto_explorer of freeciv). Foreign units that the seat sees block its way, and so do their zones of control.
 */
export function hasMoreToExplore(world: World, unit: Unit): boolean {
  const type = world.ruleset.unitTypes.get(unit.type);
  if (type === undefined) return false;
  const { walkable, control, leads } = waysFor(world, currentCache(world), type);
  const { tile } = unit;
  if (walkable[tile] === 1) return leads[tile] === 1;
  // From a transport it goes ashore first.
  const ignores = isFreeOfZones(world, type);
  return stepsFrom(world.map, tile).some(
    (to) => leads[to.tile] === 1 && mayStep(control, tile, to.tile, ignores),
  );
}

/** The known tiles with a village, by tile index. */
export function knownVillages(world: World): readonly number[] {
  const { signatures } = currentCache(world);
  const found: number[] = [];
  for (let tile = 0; tile < signatures.length; tile += 1) if (isVillage(signatures[tile])) found.push(tile);
  return found;
}

function currentCache(world: World): ExplorationCache {
  const known = caches.get(world);
  const cache = known !== undefined && isOfMap(world, known) ? known : emptyCache(world);
  caches.set(world, cache);
  if (hasChanged(world, cache)) cache.ways.clear();
  cache.version = finalVersion(world, world.tiles);
  return cache;
}

function isOfMap({ map, diplomacy }: World, { signatures, treaties }: ExplorationCache): boolean {
  return signatures.length === map.tileCount && treaties === diplomacy.positionVersion;
}

function emptyCache(world: World): ExplorationCache {
  return {
    version: Number.NEGATIVE_INFINITY,
    // A half applied bracket may change them again.
    treaties: Math.min(world.version, world.diplomacy.positionVersion),
    signatures: new Int32Array(world.map.tileCount).fill(UNKNOWN),
    border: new BorderViews(world.map),
    ways: new Map(),
  };
}

/** Notes changed tiles. Returns whether land, terrain, villages or borders have changed; fog, which changes all the time, does not count. */
function hasChanged(world: World, cache: ExplorationCache): boolean {
  const { version, signatures } = cache;
  const villages = rulesetIndex(world.ruleset).villages;
  const uncovered: number[] = [];
  let isChanged = false;
  for (const tile of world.tiles.changedSince(version)) {
    const now = signature(tile, villages);
    const before = signatures[tile.tile];
    if (before === now) continue;
    signatures[tile.tile] = now;
    isChanged = true;
    if ((before === UNKNOWN) !== (now === UNKNOWN)) uncovered.push(tile.tile);
  }
  for (const tile of uncovered) cache.border.moveAround(tile, (near) => signatures[near] === UNKNOWN);
  return isChanged;
}

/** One number for what ways and discoveries depend on; odd for a village. */
function signature(tile: Tile, villages: readonly Extra[]): number {
  if (tile.known === 'TILE_UNKNOWN') return UNKNOWN;
  return (tile.terrain * 512 + tile.owner) * 2 + Number(hasOneOf(tile, villages));
}

function waysFor(world: World, cache: ExplorationCache, type: UnitType): Ways {
  const kind = kindOf(type);
  const control = controlOf(world);
  const kept = cache.ways.get(kind);
  if (kept?.control === control) return kept;
  if (kept !== undefined && Buffer.compare(kept.control, control) === 0) return kept;
  const walkable = kept?.walkable ?? walkableTiles(world, type);
  const goals = { signatures: cache.signatures, seen: cache.border.within(type.visionRadiusSq) };
  const ignores = isFreeOfZones(world, type);
  const ways = { walkable, control, leads: leadsTo(world.map, goals, walkable, control, ignores) };
  cache.ways.set(kind, ways);
  return ways;
}

/** Goals of exploration: tiles that see some of the border (`seen`), and villages (`signatures`). */
interface Goals {
  readonly signatures: Int32Array;
  readonly seen: Uint16Array;
}

/** By tile: 1 where a way over walkable land leads to a goal. A goal is walkable itself. */
function leadsTo(
  map: World['map'],
  goals: Goals,
  walkable: Uint8Array,
  control: Uint8Array,
  ignores: boolean,
): Uint8Array {
  const found = new Int32Array(walkable.length);
  const leads = goalsOn(walkable, goals);
  const beside = neighbourTable(map);
  let count = 0;
  for (let tile = 0; tile < leads.length; tile += 1) if (leads[tile] === 1) found[count++] = tile;
  for (let at = 0; at < count; at += 1) {
    const tile = found[at] ?? 0;
    const first = firstNeighbour(map, beside, tile);
    for (let next = first; next < first + MAX_NEIGHBOURS; next += 1) {
      const from = beside[next] ?? -1;
      if (from < 0) break;
      if (walkable[from] === 0 || leads[from] === 1 || !mayStep(control, from, tile, ignores)) continue;
      leads[from] = 1;
      found[count++] = from;
    }
  }
  return leads;
}

/** By tile: 1 for a goal that can be walked on. */
function goalsOn(walkable: Uint8Array, { signatures, seen }: Goals): Uint8Array {
  const goals = new Uint8Array(walkable.length);
  for (let tile = 0; tile < walkable.length; tile += 1)
    if (walkable[tile] === 1 && (seen[tile] !== 0 || isVillage(signatures[tile]))) goals[tile] = 1;
  return goals;
}

function isFreeOfZones({ ruleset }: World, type: UnitType): boolean {
  const unitClass = ruleset.unitClasses.get(type.unitClassId);
  return unitClass === undefined || ignoresZones(unitClass, type);
}

/** What types have in common that can go to the same places and see as far. */
function kindOf({ unitClassId, visionRadiusSq, flags }: UnitType): string {
  const decisive = (['UTYF_CIVILIAN', 'UTYF_COAST_STRICT', 'UTYF_IGZOC'] as const).filter((flag) =>
    flags.has(flag),
  );
  return [unitClassId, visionRadiusSq, ...decisive].join(' ');
}

function isVillage(signature = UNKNOWN): boolean {
  return signature !== UNKNOWN && (signature & 1) === 1;
}
