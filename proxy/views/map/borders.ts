import type { Layout } from './layout.js';
import type { MapPicture } from './map-picture.js';

/**
 * One path for each colour along the edges where its land ends, as far as that is known. Maps of bricks have none:
 * there the tinted land has to do.
 */
export function borderPaths(picture: MapPicture, layout: Layout): readonly string[] {
  const { xsize, ysize, shape } = picture.grid;
  if (shape !== 'square') return [];
  const colorAt = (x: number, y: number) => {
    const isOff = x < 0 || y < 0 || x >= xsize || y >= ysize;
    return isOff ? undefined : picture.tile(y * xsize + x)?.ownerColor;
  };
  const edges = new Map<string, string[]>();
  for (let y = 0; y < ysize; y += 1) {
    for (let x = 0; x < xsize; x += 1) {
      const color = colorAt(x, y);
      if (color === undefined) continue;
      const drawn = edgesOf(layout, x, y, (dx, dy) => colorAt(x + dx, y + dy) !== color);
      const known = edges.get(color);
      if (known === undefined) edges.set(color, drawn);
      else known.push(...drawn);
    }
  }
  return [...edges].map(([color, parts]) => `<path stroke="${color}" d="${parts.join('')}"/>`);
}

/** Lines a little inside of the tile, so that two lands side by side each show their own. */
function edgesOf(
  { tileWidth: size, corner }: Layout,
  x: number,
  y: number,
  endsAt: (dx: number, dy: number) => boolean,
): string[] {
  const inset = size / 16;
  const { x: left, y: top } = corner({ x, y });
  return [
    ...(endsAt(0, -1) ? [`M${left} ${top + inset}h${size}`] : []),
    ...(endsAt(0, 1) ? [`M${left} ${top + size - inset}h${size}`] : []),
    ...(endsAt(-1, 0) ? [`M${left + inset} ${top}v${size}`] : []),
    ...(endsAt(1, 0) ? [`M${left + size - inset} ${top}v${size}`] : []),
  ];
}
