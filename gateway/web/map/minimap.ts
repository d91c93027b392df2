import type { Camera } from './camera.js';
import type { Ground } from './ground.js';
import type { Point } from './layout.js';
import { colorOf, type Scene } from './scene.js';

/** The whole world, its cities, and a frame around what is on the screen. */
export function drawMinimap(canvas: HTMLCanvasElement, scene: Scene, ground: Ground, camera: Camera): void {
  const pen = canvas.getContext('2d', { alpha: false });
  const { layout, view } = scene;
  if (pen === null || layout.width === 0) return;
  const width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
  const height = Math.max(1, Math.round((width * layout.height) / layout.width));
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const scale = width / layout.width;
  pen.drawImage(ground.canvas, 0, 0, width, height);
  for (const city of view.cities.values()) {
    const { x, y } = layout.middle(city.tile);
    pen.fillStyle = '#fff';
    pen.fillRect(x * scale - 2.5, y * scale - 2.5, 5, 5);
    pen.fillStyle = colorOf(scene, city.owner);
    pen.fillRect(x * scale - 1.5, y * scale - 1.5, 3, 3);
  }
  pen.strokeStyle = '#fff';
  pen.lineWidth = 1.5;
  const [left, top] = [camera.x - camera.width / 2 / camera.zoom, camera.y - camera.height / 2 / camera.zoom];
  const frame = [
    left * scale,
    top * scale,
    (camera.width / camera.zoom) * scale,
    (camera.height / camera.zoom) * scale,
  ] as const;
  for (const shift of layout.periodX === 0 ? [0] : [-width, 0, width]) {
    pen.strokeRect(frame[0] + shift, frame[1], frame[2], frame[3]);
  }
}

/** The place of the world under the pointer. */
export function placeOnMinimap(canvas: HTMLCanvasElement, { layout }: Scene, event: MouseEvent): Point {
  return {
    x: (event.offsetX / canvas.clientWidth) * layout.width,
    y: (event.offsetY / canvas.clientHeight) * layout.height,
  };
}
