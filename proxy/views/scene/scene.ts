import { defeatWords } from '../../rules/players.js';
import type { Position } from '../../world/map-geometry.js';
import type { World } from '../../world/world.js';
import { gameHeader } from '../entities/header.js';
import { turnsWords } from '../optimized/place-words.js';
import { type Situation, situationOf } from '../optimized/situation.js';
import { strategicSummary } from '../optimized/summary.js';
import { asciiMap } from './ascii-map.js';
import { cityLines, foreignCityLines, foreignLines, unitLines } from './surroundings.js';

export interface SceneOptions {
  /** Middle of the map window; the first own city, or else unit, when not given. */
  readonly centre?: Position | undefined;
  /** Tiles to the left and right of the middle; the window is half as high. */
  readonly radius?: number | undefined;
}

const DEFAULT_RADIUS = 12;
const MAX_RADIUS = 40;
/** Lines of each kind; what is more is counted. */
const MAX_LINES = 12;

/** The position in sentences and a map in letters, for models that read rather than parse. */
export function sceneText(world: World, { centre, radius }: SceneOptions = {}): string {
  const situation = situationOf(world);
  const across = Math.min(MAX_RADIUS, Math.max(1, Math.floor(radius ?? DEFAULT_RADIUS)));
  const window = { centre: centre ?? middle(situation), across, down: Math.ceil(across / 2) };
  return [
    standing(situation),
    ...paragraph('Our cities', cityLines(situation)),
    ...paragraph('Our units in the field', unitLines(situation)),
    ...paragraph('Foreign units in sight', foreignLines(situation)),
    ...paragraph('Foreign cities known', foreignCityLines(situation)),
    asciiMap(world, window),
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
  const who = situation.player === undefined ? 'You watch' : `You are ${situation.player.name}`;
  const learning =
    research?.researching == null
      ? 'nothing is researched'
      : `researching ${research.researching} (${research.bulbs}/${research.cost} bulbs, ${research.turns === null ? 'no progress' : turnsWords(research.turns)})`;
  const taxes = rates === null ? '' : `, tax ${rates.tax} luxury ${rates.luxury} science ${rates.science}`;
  const end = defeated === undefined ? [] : [`${defeatWords(defeated)}.`];
  return [
    ...end,
    `Turn ${turn}, ${year_name}, ${phase}. ${who}, ${summary.government ?? 'no government'},`,
    `${summary.cities_count} cities, ${summary.units_count} units, ${gold ?? 0} gold (${change < 0 ? '' : '+'}${change} a turn)${taxes}; ${learning}.`,
    `Score ${summary.score ?? 0}${rank === null ? '' : `, rank ${rank} of ${summary.ranked_players} known`}.`,
  ].join(' ');
}

function paragraph(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MAX_LINES;
  const shown = lines.slice(0, MAX_LINES);
  return [[`${title}:`, ...shown, ...(more > 0 ? [`... and ${more} more.`] : [])].join('\n')];
}
