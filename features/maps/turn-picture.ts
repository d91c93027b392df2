import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { NO_OWNER_COLOR, pictureSvg } from './map-image.js';
import { fittingScale, layoutOf, type MapPicture, type PictureTile } from './map-picture.js';

/** The map of a recorded state, in the form that the map renderer draws. */
export function recordedPicture(view: SpectatorView): MapPicture {
  const terrains = new Map(view.rules.terrains.map(({ id, color }) => [id, color]));
  const playerColor = (player: number) => view.players.get(player)?.color;
  const inCities = new Set([...view.cities.values()].map(({ tile }) => tile));
  const tiles = new Map(
    [...view.tiles.values()].map(([tile, terrain, owner, seen]): [number, PictureTile] => [
      tile,
      { color: terrains.get(terrain) ?? NO_OWNER_COLOR, ownerColor: playerColor(owner), isSeen: seen === 1 },
    ]),
  );
  const units = [...view.units.values()].filter(([, , , tile]) => !inCities.has(tile));
  return {
    turn: view.header.turn,
    grid: { xsize: view.map.width, ysize: view.map.height, shape: view.map.shape },
    tile: (index) => tiles.get(index),
    cities: [...view.cities.values()].map(({ tile, name, size, owner }) => ({
      tile,
      name,
      size,
      color: playerColor(owner) ?? NO_OWNER_COLOR,
    })),
    units: new Map(units.map(([, , owner, tile]) => [tile, playerColor(owner) ?? NO_OWNER_COLOR])),
  };
}

/** Height in pixels of the line with turn and scores below the map. */
const SCORE_LINE_PX = 22;

/** A picture of a turn; width and height in pixels. */
export interface TurnPicture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** The map with turn number and scores below it. `scale` is the width of a tile in pixels. Width and height are even, as video codecs need. */
export function turnPicture(view: SpectatorView, scale: number): TurnPicture {
  const picture = recordedPicture(view);
  const map = layoutOf(picture.grid, fittingScale(picture.grid, scale));
  const width = even(map.width);
  const height = even(map.height + SCORE_LINE_PX);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans, Arial, Helvetica, sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#101418"/>`,
    pictureSvg(picture, scale),
    `<g transform="translate(6 ${map.height + 15})">${scoreLine(view)}</g>`,
    '</svg>',
  ].join('');
  return { svg, width, height };
}

/** The turn number, then the score of each player behind a square in its colour, best first. */
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
