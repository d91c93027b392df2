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
  const fingers = new Map<number, Point>();
  let travelled = 0;
  const at = (event: MouseEvent): Point => ({ x: event.offsetX, y: event.offsetY });
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      canvas.setPointerCapture(event.pointerId);
      if (fingers.size === 0) travelled = 0;
      fingers.set(event.pointerId, at(event));
    },
    { signal },
  );
  canvas.addEventListener(
    'pointermove',
    (event) => {
      const before = fingers.get(event.pointerId);
      if (before === undefined) return;
      const now = at(event);
      const spread = spreadOf(fingers);
      fingers.set(event.pointerId, now);
      travelled += Math.hypot(now.x - before.x, now.y - before.y);
      camera.drag((now.x - before.x) / fingers.size, (now.y - before.y) / fingers.size);
      if (spread > 0) camera.zoomAt(spreadOf(fingers) / spread, centreOfFingers(fingers));
      events.onMove();
    },
    { signal },
  );
  const lift = (event: PointerEvent) => {
    const wasClick = event.type === 'pointerup' && fingers.size === 1 && travelled < MAX_CLICK_PX;
    fingers.delete(event.pointerId);
    if (wasClick) events.onClick(at(event));
  };
  canvas.addEventListener('pointerup', lift, { signal });
  canvas.addEventListener('pointercancel', lift, { signal });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      camera.zoomAt(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), at(event));
      events.onMove();
    },
    { signal, passive: false },
  );
  canvas.addEventListener(
    'keydown',
    (event) => {
      if (!pressed(event, camera, events)) return;
      event.preventDefault();
      events.onMove();
    },
    { signal },
  );
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
