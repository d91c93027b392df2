import type { Camera } from './camera.js';
import type { Box } from './ground.js';
import type { Layout, Point } from './layout.js';

/** Where places of the world are on the screen: on a small round world one is seen several times. */
export class Placing {
  readonly #layout: Layout;
  readonly #camera: Camera;

  constructor(layout: Layout, camera: Camera) {
    this.#layout = layout;
    this.#camera = camera;
  }

  /** In pixels, as far as they are on the screen or no more than `margin` beside it. */
  seen(place: Point, margin: number): readonly Point[] {
    const { width, height, zoom } = this.#camera;
    const { periodX, periodY } = this.#layout;
    const { x, y } = this.#camera.toScreen(place);
    const isFar = x < -margin || y < -margin || x > width + margin || y > height + margin;
    if (periodX === 0 && periodY === 0) return isFar ? [] : [{ x, y }];
    const xs = repeats(x, periodX * zoom, width, margin);
    const ys = repeats(y, periodY * zoom, height, margin);
    return xs.flatMap((left) => ys.map((top) => ({ x: left, y: top })));
  }

  /** The parts of the one world that are on the screen, and how far each is shifted from where it is drawn. */
  parts(): readonly { readonly part: Box; readonly shift: Point }[] {
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

  /** The image of a place that is nearest to what the camera looks at. */
  nearest({ x, y }: Point): Point {
    const { periodX, periodY } = this.#layout;
    const near = (value: number, from: number, period: number) =>
      period === 0 ? value : value + Math.round((from - value) / period) * period;
    return { x: near(x, this.#camera.x, periodX), y: near(y, this.#camera.y, periodY) };
  }
}

/** How far the images of a world that repeats itself lie from the first one, of those that reach in there. */
function shifts(from: number, to: number, period: number): readonly number[] {
  if (period === 0) return [0];
  const first = Math.floor(from / period);
  const count = Math.floor(to / period) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * period);
}

/** Where something is within the screen, when it repeats itself after `period`. */
function repeats(start: number, period: number, screen: number, margin: number): number[] {
  if (period === 0) return start >= -margin && start <= screen + margin ? [start] : [];
  const found: number[] = [];
  const first = start - Math.floor((start + margin) / period) * period;
  for (let at = first; at <= screen + margin; at += period) found.push(at);
  return found;
}
