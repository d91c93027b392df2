import type { Camera } from './camera.js';
import type { Point } from './layout.js';

/** What gestures report. */
export interface GestureEvents {
  onMove(): void;
  onClick(place: Point): void;
  onFit(): void;
}

const KEY_STEP_PX = 120;
/** A press that moves less than this is a click. */
const MAX_CLICK_PX = 5;

/** Moves the camera by mouse, touch and keys until the signal aborts. */
export function listenForGestures(
  canvas: HTMLCanvasElement,
  camera: Camera,
  signal: AbortSignal,
  events: GestureEvents,
): void {
  const fingers = new Fingers(camera, events);
  const press = (event: PointerEvent) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.press(event);
  };
  const lift = (event: PointerEvent) => fingers.lift(event);
  const turnWheel = (event: WheelEvent) => {
    event.preventDefault();
    camera.zoomAt(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), placeOf(event));
    events.onMove();
  };
  const pressKey = (event: KeyboardEvent) => {
    if (!pressed(event, camera, events)) return;
    event.preventDefault();
    events.onMove();
  };
  canvas.addEventListener('pointerdown', press, { signal });
  canvas.addEventListener('pointermove', (event) => fingers.move(event), { signal });
  canvas.addEventListener('pointerup', lift, { signal });
  canvas.addEventListener('pointercancel', lift, { signal });
  canvas.addEventListener('wheel', turnWheel, { signal, passive: false });
  canvas.addEventListener('keydown', pressKey, { signal });
}

/** The pointers that are down on the canvas: fingers, or the mouse. One pointer drags the map, two zoom it. */
class Fingers {
  readonly #camera: Camera;
  readonly #events: GestureEvents;
  readonly #places = new Map<number, Point>();
  #travelledPx = 0;

  constructor(camera: Camera, events: GestureEvents) {
    this.#camera = camera;
    this.#events = events;
  }

  press(event: PointerEvent): void {
    if (this.#places.size === 0) this.#travelledPx = 0;
    this.#places.set(event.pointerId, placeOf(event));
  }

  move(event: PointerEvent): void {
    const before = this.#places.get(event.pointerId);
    if (before === undefined) return;
    const now = placeOf(event);
    const spread = spreadOf(this.#places);
    this.#places.set(event.pointerId, now);
    const [x, y] = [now.x - before.x, now.y - before.y];
    this.#travelledPx += Math.hypot(x, y);
    this.#camera.drag(x / this.#places.size, y / this.#places.size);
    if (spread > 0) this.#camera.zoomAt(spreadOf(this.#places) / spread, centreOfFingers(this.#places));
    this.#events.onMove();
  }

  lift(event: PointerEvent): void {
    const isLast = event.type === 'pointerup' && this.#places.size === 1;
    this.#places.delete(event.pointerId);
    if (isLast && this.#travelledPx < MAX_CLICK_PX) this.#events.onClick(placeOf(event));
  }
}

function placeOf(event: MouseEvent): Point {
  return { x: event.offsetX, y: event.offsetY };
}

function pressed(event: KeyboardEvent, camera: Camera, events: GestureEvents): boolean {
  const ways: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-KEY_STEP_PX, 0],
    ArrowRight: [KEY_STEP_PX, 0],
    ArrowUp: [0, -KEY_STEP_PX],
    ArrowDown: [0, KEY_STEP_PX],
  };
  const way = ways[event.key];
  if (way !== undefined) camera.push(...way);
  else if (event.key === '+' || event.key === '=') camera.zoomAt(1.4);
  else if (event.key === '-') camera.zoomAt(1 / 1.4);
  else if (event.key === '0') events.onFit();
  else if (event.key === 'Enter' || event.key === ' ')
    events.onClick({ x: camera.width / 2, y: camera.height / 2 });
  else return false;
  return true;
}

/** How far two fingers are apart; 0 when there are not two. */
function spreadOf(fingers: ReadonlyMap<number, Point>): number {
  const [one, other] = [...fingers.values()];
  return one === undefined || other === undefined ? 0 : Math.hypot(one.x - other.x, one.y - other.y);
}

function centreOfFingers(fingers: ReadonlyMap<number, Point>): Point {
  const points = [...fingers.values()];
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
