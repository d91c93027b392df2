import type { ExtraKind, SpectatorRules, UnitRow } from '#shared/protocol/spectator/messages.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { type Layout, layoutOf, type Point } from './layout.js';
import { type Look, looksOf, softened } from './palette.js';

type UnitType = SpectatorRules['unit_types'][number];

/** A view made ready for drawing: neighbours, looks and kinds by number. */
export interface Scene {
  readonly view: SpectatorView;
  readonly layout: Layout;
  readonly looks: ReadonlyMap<number, Look>;
  readonly extraKinds: ReadonlyMap<number, ExtraKind>;
  readonly unitTypes: ReadonlyMap<number, UnitType>;
}

export function sceneOf(view: SpectatorView): Scene {
  return {
    view,
    layout: layoutOf(view.map),
    looks: looksOf(view.rules),
    extraKinds: new Map(view.rules.extras.map(({ id, kind }) => [id, kind])),
    unitTypes: new Map(view.rules.unit_types.map((type) => [type.id, type])),
  };
}

/** The tile that lies so from another. */
export function besides({ layout }: Scene, middle: Point, way: Point): number | undefined {
  return layout.tileAt({ x: middle.x + way.x, y: middle.y + way.y });
}

export function lookOf({ view, looks }: Scene, tile: number | undefined): Look | undefined {
  const row = tile === undefined ? undefined : view.tiles.get(tile);
  return row && looks.get(row[1]);
}

export function ownerOf({ view }: Scene, tile: number | undefined): number {
  return (tile === undefined ? undefined : view.tiles.get(tile)?.[2]) ?? -1;
}

/** The kinds of what is built or lies on a tile. */
export function kindsOn({ view, extraKinds }: Scene, tile: number | undefined): ReadonlySet<ExtraKind> {
  const extras = (tile === undefined ? undefined : view.tiles.get(tile)?.slice(4)) ?? [];
  return new Set(extras.flatMap((id) => extraKinds.get(id) ?? []));
}

export function colorOf({ view }: Scene, player: number): string {
  return softened(view.players.get(player)?.color ?? '#8a8a8a');
}

/** Units by tile; those carried by others are not seen. */
export function stacksOf({ view }: Scene): ReadonlyMap<number, readonly UnitRow[]> {
  const stacks = new Map<number, UnitRow[]>();
  for (const unit of view.units.values()) {
    if (unit[7] >= 0) continue;
    const stack = stacks.get(unit[3]);
    if (stack === undefined) stacks.set(unit[3], [unit]);
    else stack.push(unit);
  }
  return stacks;
}

/** Whether what stands there is remembered, not seen now. */
export function isFogged({ view }: Scene, tile: number): boolean {
  return view.tiles.get(tile)?.[3] === 0;
}
