import type { Camera } from './camera.js';
import type { Box } from './ground.js';
import { type MapLayout, nearestCopy, type Point } from './layout.js';

/** Maps points of the world to the screen. A small wrapping world is seen several times. */
export class WorldProjection {
  readonly #layout: MapLayout;
  readonly #camera: Camera;

  constructor(layout: MapLayout, camera: Camera) {
    this.#layout = layout;
    this.#camera = camera;
  }

  /** Positions of a point in pixels, on the screen or at most `margin` pixels beside it. */
  screenPositions(place: Point, margin: number): readonly Point[] {
    const { width, height, zoom } = this.#camera;
    const { periodX, periodY } = this.#layout;
    const { x, y } = this.#camera.toScreen(place);
    const isFar = x < -margin || y < -margin || x > width + margin || y > height + margin;
    if (periodX === 0 && periodY === 0) return isFar ? [] : [{ x, y }];
    const xs = repeats(x, periodX * zoom, width, margin);
    const ys = repeats(y, periodY * zoom, height, margin);
    return xs.flatMap((left) => ys.map((top) => ({ x: left, y: top })));
  }

  /** The visible parts of the world, each with the shift of its copy. */
  visibleParts(): readonly { readonly part: Box; readonly shift: Point }[] {
    const { width, height } = this.#camera;
    const { periodX, periodY, width: worldWidth, height: worldHeight } = this.#layout;
    const from = this.#camera.toWorld({ x: 0, y: 0 });
    const to = this.#camera.toWorld({ x: width, y: height });
    return shifts(from.y, to.y, periodY).flatMap((y) =>
      shifts(from.x, to.x, periodX).map((x) => ({
        part: {
          left: Math.max(0, from.x - x),
          top: Math.max(0, from.y - y),
          right: Math.min(worldWidth, to.x - x),
          bottom: Math.min(worldHeight, to.y - y),
        },
        shift: { x, y },
      })),
    );
  }

  /** The copy of a point that is nearest to the camera. */
  nearest(place: Point): Point {
    return nearestCopy(this.#layout, place, this.#camera);
  }
}

/** Shifts of the copies of a wrapping world that reach into a range. */
function shifts(from: number, to: number, period: number): readonly number[] {
  if (period === 0) return [0];
  const first = Math.floor(from / period);
  const count = Math.floor(to / period) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * period);
}

/** Positions on the screen of something that repeats after `period` pixels. */
function repeats(start: number, period: number, screen: number, margin: number): number[] {
  if (period === 0) return start >= -margin && start <= screen + margin ? [start] : [];
  const found: number[] = [];
  const first = start - Math.floor((start + margin) / period) * period;
  for (let at = first; at <= screen + margin; at += period) found.push(at);
  return found;
}
