import { defeatMessage } from '../../proxy/rules/lookup/players.js';
import { gameHeader } from '../../proxy/views/entities/header.js';
import type { Position } from '../../proxy/world/map-geometry.js';
import { nameText } from '../../proxy/world/name-text.js';
import type { World } from '../../proxy/world/world.js';
import { strategicSummary } from '../advisor/optimized/summary.js';
import { type Situation, situationOf } from '../advisor/situation.js';
import { turnsText } from '../advisor/text-parts.js';
import { asciiMap } from './ascii-map.js';
import { cityLines, foreignCityLines, foreignLines, unitLines } from './surroundings.js';

/** How much of the position a scene tells. */
export interface SceneOptions {
  /** Middle of the map window; the first own city, or else unit, when not given. */
  readonly centre?: Position | undefined;
  /** Tiles to the left and right of the middle; the window is half as high. No map with 0. */
  readonly radius?: number | undefined;
  /** Lines of each kind. */
  readonly lines?: number | undefined;
}

const DEFAULT_RADIUS = 12;
const MAX_RADIUS = 40;
/** Lines of each kind; what is more is counted. */
const MAX_LINES = 12;

/** How much of a scene is left out to make it shorter, step by step: lines of each kind, and the share of the radius. */
const shorter: readonly { readonly lines: number; readonly share: number }[] = [
  { lines: 12, share: 1 },
  { lines: 10, share: 0.8 },
  { lines: 8, share: 0.6 },
  { lines: 6, share: 0.5 },
  { lines: 4, share: 0.4 },
  { lines: 3, share: 0.3 },
  { lines: 2, share: 0.2 },
  { lines: 1, share: 0.1 },
  { lines: 1, share: 0 },
  { lines: 0, share: 0 },
];

/** The most of a scene that `fits`: first fewer lines and a smaller map, then no map, then the first words alone. */
export function fittingScene(world: World, options: SceneOptions, fits: (text: string) => boolean): string {
  const radius = radiusOf(options);
  let text = '';
  for (const { lines, share } of shorter) {
    text = sceneText(world, { ...options, lines, radius: Math.floor(radius * share) });
    if (fits(text)) return text;
  }
  const words = text.split(' ');
  let [least, most] = [0, words.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(words.slice(0, middle).join(' '))) least = middle;
    else most = middle - 1;
  }
  return words.slice(0, least).join(' ');
}

function radiusOf({ radius }: SceneOptions): number {
  return Math.min(MAX_RADIUS, Math.max(1, Math.floor(radius ?? DEFAULT_RADIUS)));
}

/** The position in sentences and a map in letters, for models that read rather than parse. */
export function sceneText(world: World, options: SceneOptions = {}): string {
  const { centre, radius, lines = MAX_LINES } = options;
  const situation = situationOf(world);
  const across = radiusOf(options);
  const window = { centre: centre ?? middle(situation), across, down: Math.ceil(across / 2) };
  return [
    standing(situation),
    ...paragraph('Our cities', cityLines(situation), lines),
    ...paragraph('Our units in the field', unitLines(situation), lines),
    ...paragraph('Foreign units in sight', foreignLines(situation), lines),
    ...paragraph('Foreign cities known', foreignCityLines(situation), lines),
    ...(radius === 0 ? [] : [asciiMap(world, window)]),
  ].join('\n\n');
}

function middle({ world, cities, units }: Situation): Position {
  const tile = cities[0]?.tile ?? units[0]?.tile;
  const { xsize, ysize } = world.map;
  if (tile === undefined) return { x: Math.floor(xsize / 2), y: Math.floor(ysize / 2) };
  return world.map.position(tile);
}

function standing(situation: Situation): string {
  const { turn, year_name, phase, defeated } = gameHeader(situation.world);
  const summary = strategicSummary(situation);
  const { gold, gold_per_turn: change, research, rates, rank } = summary;
  const who = situation.player === undefined ? 'You watch' : `You are ${nameText(situation.player.name)}`;
  const learning =
    research?.researching == null
      ? 'nothing is researched'
      : `researching ${research.researching} (${research.bulbs}/${research.cost} bulbs, ${research.turns === null ? 'no progress' : turnsText(research.turns)})`;
  const taxes = rates === null ? '' : `, tax ${rates.tax} luxury ${rates.luxury} science ${rates.science}`;
  const end = defeated === undefined ? [] : [`${defeatMessage(defeated)}.`];
  return [
    ...end,
    `Turn ${turn}, ${year_name}, ${phase}. ${who}, ${summary.government ?? 'no government'},`,
    `${summary.cities_count} cities, ${summary.units_count} units, ${gold ?? 0} gold (${change < 0 ? '' : '+'}${change} a turn)${taxes}; ${learning}.`,
    `Score ${summary.score ?? 0}${rank === null ? '' : `, rank ${rank} of ${summary.ranked_players} known`}.`,
  ].join(' ');
}

function paragraph(title: string, lines: readonly string[], most: number): readonly string[] {
  if (lines.length === 0) return [];
  if (most === 0) return [`${title}: ${lines.length}.`];
  const more = lines.length - most;
  const shown = lines.slice(0, most);
  return [[`${title}:`, ...shown, ...(more > 0 ? [`... and ${more} more.`] : [])].join('\n')];
}
