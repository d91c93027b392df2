import type { Direction8, TopoFlag } from '../freeciv/generated/packets.js';

/** Native coordinates: a rectangle of xsize by ysize tiles; what agents see as x and y. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

/** Steps in map coordinates, which on isometric maps are turned against the native ones. */
const steps = {
  DIR8_NORTHWEST: [-1, -1],
  DIR8_NORTH: [0, -1],
  DIR8_NORTHEAST: [1, -1],
  DIR8_WEST: [-1, 0],
  DIR8_EAST: [1, 0],
  DIR8_SOUTHWEST: [-1, 1],
  DIR8_SOUTH: [0, 1],
  DIR8_SOUTHEAST: [1, 1],
} as const satisfies Partial<Record<Direction8, readonly [number, number]>>;

/** One of freeciv's eight directions (`direction8`). */
export type Direction = keyof typeof steps;

const allDirections: readonly Direction[] = [
  'DIR8_NORTHWEST',
  'DIR8_NORTH',
  'DIR8_NORTHEAST',
  'DIR8_WEST',
  'DIR8_EAST',
  'DIR8_SOUTHWEST',
  'DIR8_SOUTH',
  'DIR8_SOUTHEAST',
];

/** The shape of a map: which tiles there are, and which lie beside each other. Pure; all from map_info. */
export class MapGeometry {
  readonly xsize: number;
  readonly ysize: number;
  readonly topology: ReadonlySet<TopoFlag>;
  /** The directions that exist here: six on hexagonal maps, eight on others. */
  readonly directions: readonly Direction[];
  readonly #isometric: boolean;
  readonly #roundX: readonly number[];
  readonly #roundY: readonly number[];
  readonly #steps: Measure;

  constructor(xsize: number, ysize: number, topology: ReadonlySet<TopoFlag>) {
    this.xsize = xsize;
    this.ysize = ysize;
    this.topology = topology;
    this.#isometric = topology.has('TF_ISO');
    this.#roundX = wrapOffsets(xsize, topology.has('TF_WRAPX'));
    this.#roundY = wrapOffsets(ysize, topology.has('TF_WRAPY'));
    this.#steps = realDistanceMeasure(topology);
    const missing = missingDirections(topology);
    this.directions = allDirections.filter((direction) => !missing.includes(direction));
  }

  get tileCount(): number {
    return this.xsize * this.ysize;
  }

  /** `square`, `isometric`, `hexagonal` or `isometric hexagonal`, for people and models. */
  get shape(): string {
    const hexagonal = this.topology.has('TF_HEX');
    if (this.#isometric) return hexagonal ? 'isometric hexagonal' : 'isometric';
    return hexagonal ? 'hexagonal' : 'square';
  }

  position(tile: number): Position {
    return { x: tile % this.xsize, y: Math.floor(tile / this.xsize) };
  }

  /** The index of a native position, wrapped where the map wraps; undefined when it is off the map. */
  tileAt({ x, y }: Position): number | undefined {
    const wrappedX = wrap(x, this.xsize, this.topology.has('TF_WRAPX'));
    const wrappedY = wrap(y, this.ysize, this.topology.has('TF_WRAPY'));
    if (wrappedX === undefined || wrappedY === undefined) return undefined;
    return wrappedY * this.xsize + wrappedX;
  }

  /** The neighbour of `tile` in `direction`; undefined at the edge and where there is no such direction. */
  neighbour(tile: number, direction: Direction): number | undefined {
    if (!this.directions.includes(direction)) return undefined;
    const [dx, dy] = steps[direction];
    const [mapX, mapY] = this.#toMap(this.position(tile));
    return this.tileAt(this.#toNative(mapX + dx, mapY + dy));
  }

  /** All neighbours with the direction each lies in. */
  neighbours(tile: number): { readonly direction: Direction; readonly tile: number }[] {
    return this.directions.flatMap((direction) => {
      const neighbour = this.neighbour(tile, direction);
      return neighbour === undefined ? [] : [{ direction, tile: neighbour }];
    });
  }

  /** The direction of one step from `from` to `to`; undefined when they are not neighbours. */
  directionTo(from: number, to: number): Direction | undefined {
    return this.neighbours(from).find((neighbour) => neighbour.tile === to)?.direction;
  }

  /** The existing direction nearest to the straight way round the world; undefined for a tile itself. */
  bearing(from: number, to: number): Direction | undefined {
    if (from === to) return undefined;
    const [wayX, wayY] = this.#straightWay(from, to);
    let best: { readonly direction: Direction; readonly cosine: number } | undefined;
    for (const direction of this.directions) {
      const [x, y] = this.#flat(steps[direction]);
      const cosine = (x * wayX + y * wayY) / Math.hypot(x, y);
      if (best === undefined || cosine > best.cosine) best = { direction, cosine };
    }
    return best?.direction;
  }

  /** Steps east and south, in map coordinates, from one tile to another by the short way round the world. */
  offset(from: number, to: number): readonly [number, number] {
    const [startX, startY] = this.#toMap(this.position(from));
    const { x, y } = this.position(to);
    let nearest: Vector | undefined;
    for (const roundX of this.#roundX) {
      for (const roundY of this.#roundY) {
        const [goalX, goalY] = this.#toMap({ x: x + roundX, y: y + roundY });
        const way: Vector = [goalX - startX, goalY - startY];
        if (nearest === undefined || squared(...way) < squared(...nearest)) nearest = way;
      }
    }
    return nearest ?? [0, 0];
  }

  /** The tile this many steps east and south of one, in map coordinates; undefined when it is off the map. */
  tileAtOffset(from: number, [east, south]: readonly [number, number]): number | undefined {
    const [mapX, mapY] = this.#toMap(this.position(from));
    return this.tileAt(this.#toNative(mapX + east, mapY + south));
  }

  /** The shortest straight way between two tiles on paper. */
  #straightWay(from: number, to: number): Vector {
    const [startX, startY] = this.#toMap(this.position(from));
    const { x, y } = this.position(to);
    let shortest: { readonly way: Vector; readonly length: number } | undefined;
    for (const roundX of this.#roundX) {
      for (const roundY of this.#roundY) {
        const [goalX, goalY] = this.#toMap({ x: x + roundX, y: y + roundY });
        const way = this.#flat([goalX - startX, goalY - startY]);
        const length = Math.hypot(...way);
        if (shortest === undefined || length < shortest.length) shortest = { way, length };
      }
    }
    return shortest?.way ?? [0, 0];
  }

  /** A vector in map coordinates on paper, where hexagons have their six neighbours at the same distance. */
  #flat([dx, dy]: Vector): Vector {
    if (!this.topology.has('TF_HEX')) return [dx, dy];
    return [this.#isometric ? dx - dy / 2 : dx + dy / 2, (dy * Math.sqrt(3)) / 2];
  }

  /** Steps between two tiles on an empty map ("real distance"). */
  distance(from: number, to: number): number {
    return this.#nearest(from, to, this.#steps);
  }

  /** Squared distance, which city and vision radii are measured in. Hexagonal maps count real distance. */
  squaredDistance(from: number, to: number): number {
    if (this.topology.has('TF_HEX')) return this.distance(from, to) ** 2;
    return this.#nearest(from, to, squared);
  }

  /**
   * The least `measure` of the ways from one tile to another in map coordinates, those round the world included. Makes no
   * objects: it is called thousands of times for a state.
   */
  #nearest(from: number, to: number, measure: Measure): number {
    const fromX = from % this.xsize;
    const fromY = Math.floor(from / this.xsize);
    const startX = this.#mapX(fromX, fromY);
    const startY = this.#mapY(fromX, fromY);
    const toX = to % this.xsize;
    const toY = Math.floor(to / this.xsize);
    let least = Number.POSITIVE_INFINITY;
    for (const roundX of this.#roundX) {
      for (const roundY of this.#roundY) {
        const x = toX + roundX;
        const y = toY + roundY;
        least = Math.min(least, measure(this.#mapX(x, y) - startX, this.#mapY(x, y) - startY));
      }
    }
    return least;
  }

  #toMap({ x, y }: Position): readonly [number, number] {
    return [this.#mapX(x, y), this.#mapY(x, y)];
  }

  #mapX(x: number, y: number): number {
    return this.#isometric ? Math.floor((y + (y & 1)) / 2) + x : x;
  }

  #mapY(x: number, y: number): number {
    return this.#isometric ? y - this.#mapX(x, y) + this.xsize : y;
  }

  #toNative(mapX: number, mapY: number): Position {
    if (!this.#isometric) return { x: mapX, y: mapY };
    const y = mapX + mapY - this.xsize;
    return { x: Math.floor((2 * mapX - y - (y & 1)) / 2), y };
  }
}

/** Maps in use by size and topology; what is not used any more is collected. */
const known = new Map<string, WeakRef<MapGeometry>>();

/**
 * The map of a size and topology: the same object for all worlds of that shape. Neighbours and surroundings of tiles, which
 * are kept with a map, are then found once for all seats of a game.
 */
export function mapGeometryOf(xsize: number, ysize: number, topology: ReadonlySet<TopoFlag>): MapGeometry {
  const key = `${xsize} ${ysize} ${[...topology].sort().join(' ')}`;
  const found = known.get(key)?.deref();
  if (found !== undefined) return found;
  for (const [shape, ref] of known) if (ref.deref() === undefined) known.delete(shape);
  const map = new MapGeometry(xsize, ysize, topology);
  known.set(key, new WeakRef(map));
  return map;
}

function missingDirections(topology: ReadonlySet<TopoFlag>): readonly Direction[] {
  if (!topology.has('TF_HEX')) return [];
  return topology.has('TF_ISO') ? ['DIR8_NORTHEAST', 'DIR8_SOUTHWEST'] : ['DIR8_NORTHWEST', 'DIR8_SOUTHEAST'];
}

/** Across and down. */
type Vector = readonly [number, number];

/** How far a vector in map coordinates reaches. */
type Measure = (dx: number, dy: number) => number;

function realDistanceMeasure(topology: ReadonlySet<TopoFlag>): Measure {
  if (!topology.has('TF_HEX')) return steps8;
  return topology.has('TF_ISO') ? stepsIsometricHexagonal : stepsHexagonal;
}

function wrap(value: number, size: number, wraps: boolean): number | undefined {
  if (value >= 0 && value < size) return value;
  return wraps ? ((value % size) + size) % size : undefined;
}

/** What to add to a coordinate for the same place seen from either side. */
function wrapOffsets(size: number, wraps: boolean): readonly number[] {
  return wraps ? [0, -size, size] : [0];
}

function squared(dx: number, dy: number): number {
  return dx * dx + dy * dy;
}

function steps8(dx: number, dy: number): number {
  return Math.max(Math.abs(dx), Math.abs(dy));
}

/** Without the northwest and southeast directions a way along them takes two steps for each. */
function stepsHexagonal(dx: number, dy: number): number {
  return dx * dy > 0 ? Math.abs(dx) + Math.abs(dy) : steps8(dx, dy);
}

function stepsIsometricHexagonal(dx: number, dy: number): number {
  return stepsHexagonal(dx, -dy);
}
