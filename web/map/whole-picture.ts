import { yearText } from '../year.js';
import { Camera } from './camera.js';
import { Ground } from './ground.js';
import { paintMap } from './map-painter.js';
import { colorOf, type MapScene, stacksOf } from './scene.js';
import { Sprites } from './sprites.js';

const MAX_PIXELS = 16e6;
/** Height of the strip below the map. */
const STRIP_PX = 36;

/** A picture of the whole world with turn and scores below it. */
export function wholePicture(scene: MapScene, name: string): HTMLCanvasElement {
  const { layout } = scene;
  const scale = Math.min(1.5, Math.sqrt(MAX_PIXELS / (layout.width * layout.height)));
  const [width, height] = [Math.round(layout.width * scale), Math.round(layout.height * scale)];
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height + STRIP_PX;
  const pen = canvas.getContext('2d', { alpha: false });
  if (pen === null) return canvas;
  const camera = new Camera();
  camera.resize(width, height);
  camera.jump({ x: layout.width / 2, y: layout.height / 2 }, scale);
  const shown = {
    scene,
    ground: new Ground(scene),
    sprites: new Sprites(1),
    stacks: stacksOf(scene),
    selected: undefined,
    targets: new Map(),
  };
  paintMap(pen, camera, 1, shown, Number.POSITIVE_INFINITY);
  pen.setTransform(1, 0, 0, 1, 0, height);
  drawStrip(pen, scene, name, width);
  return canvas;
}

function drawStrip(pen: CanvasRenderingContext2D, scene: MapScene, name: string, width: number): void {
  const { header, players } = scene.view;
  pen.fillStyle = '#14171b';
  pen.fillRect(0, 0, width, STRIP_PX);
  pen.font = '600 16px system-ui, sans-serif';
  pen.textBaseline = 'middle';
  pen.fillStyle = '#e8eaec';
  const title = `${name} · turn ${header.turn} · ${yearText(header.year)}`;
  pen.fillText(title, 12, STRIP_PX / 2);
  let x = 12 + pen.measureText(title).width + 28;
  const ranked = [...players.values()]
    .filter(({ is_barbarian, is_alive }) => is_alive && !is_barbarian)
    .sort((a, b) => (b.score ?? -1) - (a.score ?? -1));
  pen.font = '15px system-ui, sans-serif';
  for (const { id, nation, score } of ranked) {
    pen.fillStyle = colorOf(scene, id);
    pen.fillRect(x, STRIP_PX / 2 - 6, 12, 12);
    pen.fillStyle = '#e8eaec';
    const text = `${nation} ${score ?? '?'}`;
    pen.fillText(text, x + 18, STRIP_PX / 2);
    x += pen.measureText(text).width + 40;
  }
}
