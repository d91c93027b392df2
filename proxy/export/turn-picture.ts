import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { fittingScale, layoutOf } from '../views/map/layout.js';
import { pictureSvg } from '../views/map/picture-svg.js';
import { recordedPicture } from './recorded-picture.js';

/** Pixels below the map for turn and scores. */
const LINE = 22;

export interface TurnPicture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** A turn's map with the turn and the scores below it. `scale` is the width of a tile in pixels. Always of even size: videos want that. */
export function turnPicture(view: SpectatorView, scale: number): TurnPicture {
  const picture = recordedPicture(view);
  const map = layoutOf(picture.grid, fittingScale(picture.grid, scale));
  const width = even(map.width);
  const height = even(map.height + LINE);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans, Arial, Helvetica, sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#101418"/>`,
    pictureSvg(picture, scale),
    `<g transform="translate(6 ${map.height + 15})">${scoreLine(view)}</g>`,
    '</svg>',
  ].join('');
  return { svg, width, height };
}

/** The turn, then a square in each player's colour with the score, best first. */
function scoreLine({ header, players }: SpectatorView): string {
  const inGame = [...players.values()].filter((player) => !player.is_barbarian);
  const scores = inGame
    .sort((a, b) => (b.score ?? -1) - (a.score ?? -1))
    .map(({ color, score }, place) => {
      const x = 70 + place * 52;
      return `<rect x="${x}" y="-9" width="10" height="10" fill="${color}"/><text x="${x + 14}" fill="#eee">${score ?? '?'}</text>`;
    });
  return `<text fill="#eee">Turn ${header.turn}</text>${scores.join('')}`;
}

function even(pixels: number): number {
  return 2 * Math.ceil(pixels / 2);
}
