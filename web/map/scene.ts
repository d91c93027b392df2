import type { UnitRow } from '#shared/protocol/spectator/messages.js';
import type { ExtraKind, SpectatorRules } from '#shared/protocol/spectator/rules.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { layoutOf, type MapLayout, type Point } from './layout.js';
import { softenColor, type TerrainStyle, terrainStyles } from './palette.js';

type UnitType = SpectatorRules['unit_types'][number];

/** How a marked tile can be acted on: by going there, by something hostile, or by anything else. */
export type TargetKind = 'go' | 'attack' | 'other';

/** A view prepared for drawing: layout, and styles and kinds by number. */
export interface MapScene {
  readonly view: SpectatorView;
  readonly layout: MapLayout;
  readonly terrainStyles: ReadonlyMap<number, TerrainStyle>;
  readonly extraKinds: ReadonlyMap<number, ExtraKind>;
  readonly unitTypes: ReadonlyMap<number, UnitType>;
}

/** Prepares a view. */
export function sceneOf(view: SpectatorView): MapScene {
  return {
    view,
    layout: layoutOf(view.map),
    terrainStyles: terrainStyles(view.rules),
    extraKinds: new Map(view.rules.extras.map(({ id, kind }) => [id, kind])),
    unitTypes: new Map(view.rules.unit_types.map((type) => [type.id, type])),
  };
}

/** The tile at an offset from the middle of another; undefined off the map. */
export function neighborAt({ layout }: MapScene, middle: Point, way: Point): number | undefined {
  return layout.tileAt({ x: middle.x + way.x, y: middle.y + way.y });
}

/** The style of a tile's terrain; undefined for an unknown tile. */
export function terrainStyleOf(
  { view, terrainStyles: looks }: MapScene,
  tile: number | undefined,
): TerrainStyle | undefined {
  const row = tile === undefined ? undefined : view.tiles.get(tile);
  return row && looks.get(row[1]);
}

/** The player that owns a tile; -1 for none. */
export function ownerOf({ view }: MapScene, tile: number | undefined): number {
  return (tile === undefined ? undefined : view.tiles.get(tile)?.[2]) ?? -1;
}

/** The kinds of extras on a tile. */
export function kindsOn({ view, extraKinds }: MapScene, tile: number | undefined): ReadonlySet<ExtraKind> {
  const extras = (tile === undefined ? undefined : view.tiles.get(tile)?.slice(4)) ?? [];
  return new Set(extras.flatMap((id) => extraKinds.get(id) ?? []));
}

/** The softened colour of a player. */
export function colorOf({ view }: MapScene, player: number): string {
  return softenColor(view.players.get(player)?.color ?? '#8a8a8a');
}

/** Units by tile, without those that are carried by others. */
export function stacksOf({ view }: MapScene): ReadonlyMap<number, readonly UnitRow[]> {
  const stacks = new Map<number, UnitRow[]>();
  for (const unit of view.units.values()) {
    if (unit[7] >= 0) continue;
    const stack = stacks.get(unit[3]);
    if (stack === undefined) stacks.set(unit[3], [unit]);
    else stack.push(unit);
  }
  return stacks;
}

/** True for a tile that is remembered and not seen now. */
export function isFogged({ view }: MapScene, tile: number): boolean {
  return view.tiles.get(tile)?.[3] === 0;
}

/** The building of a capital. */
const PALACE = 'palace';

/** The tile on which the view of a player opens: its home, else the first known tile. Undefined while the view is empty. */
export function homeTile(view: SpectatorView, player: number): number | undefined {
  return ownHome(view, player) ?? view.tiles.keys().next().value;
}

/** The homes of the players that agents play, in the order of their numbers; of none that has nothing yet. */
export function agentHomes(view: SpectatorView): readonly number[] {
  const players = [...view.agents.keys()].toSorted((a, b) => a - b);
  return players.flatMap((player) => ownHome(view, player) ?? []);
}

/** The tile of a player's capital, else of its oldest city, else of its oldest unit. */
function ownHome(view: SpectatorView, player: number): number | undefined {
  const cities = [...view.cities.values()].filter(({ owner }) => owner === player);
  const capital = cities.find(({ buildings }) => buildings.some((name) => name.toLowerCase() === PALACE));
  const city = capital ?? cities.toSorted((a, b) => a.id - b.id)[0];
  if (city !== undefined) return city.tile;
  const units = [...view.units.values()].filter(([, , owner]) => owner === player);
  const unit = units.toSorted(([a], [b]) => a - b)[0];
  return unit?.[3];
}
