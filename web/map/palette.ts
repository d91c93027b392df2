import type { SpectatorRules } from '#shared/protocol/spectator/rules.js';

/** How a terrain is drawn: its colour and the small marks on it. */
export interface TerrainStyle {
  readonly color: string;
  readonly marks: TerrainMarks;
  readonly isWater: boolean;
}

/** The small marks of a terrain. */
export type TerrainMarks = 'none' | 'trees' | 'palms' | 'hills' | 'peaks' | 'reeds' | 'dunes' | 'ice';

const known: readonly (readonly [name: RegExp, color: string, marks: TerrainMarks])[] = [
  [/deep|abyss/i, '#2b5583', 'none'],
  [/lake/i, '#4e8fbf', 'none'],
  [/ocean|sea|water/i, '#386c9f', 'none'],
  [/arctic|glacier|ice/i, '#e6eef2', 'ice'],
  [/tundra/i, '#b7bda3', 'none'],
  [/mountain/i, '#938a7c', 'peaks'],
  [/hill/i, '#a3a163', 'hills'],
  [/jungle/i, '#4d8a56', 'palms'],
  [/forest|wood/i, '#5d9152', 'trees'],
  [/swamp|marsh/i, '#7d9a78', 'reeds'],
  [/desert/i, '#e2d092', 'dunes'],
  [/grass/i, '#86b55f', 'none'],
  [/plain|steppe/i, '#bdb768', 'none'],
];

/** The colour of a terrain by its name; undefined for one of an unknown name. */
export function terrainColor(name: string): string | undefined {
  return known.find(([pattern]) => pattern.test(name))?.[1];
}

/** Styles by terrain number; terrains with an unknown name keep the colour of their ruleset. */
export function terrainStyles(rules: SpectatorRules): ReadonlyMap<number, TerrainStyle> {
  return new Map(
    rules.terrains.map(({ id, name, color, is_water }) => {
      const found = known.find(([pattern]) => pattern.test(name));
      return [id, { color: found?.[1] ?? color, marks: found?.[2] ?? 'none', isWater: is_water }];
    }),
  );
}

const soft = new Map<string, string>();

/** A less saturated version of a nation's colour: servers give pure colours, which are unpleasant side by side. */
export function softenColor(color: string): string {
  let found = soft.get(color);
  if (found === undefined) {
    const parts = partsOf(color);
    const grey = parts.reduce((sum, part) => sum + part, 0) / 3;
    const calm = parts.map((part) => Math.round((part * 0.74 + grey * 0.26) * 0.9 + 18));
    found = `#${calm.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    soft.set(color, found);
  }
  return found;
}

const fog = [16, 20, 28] as const;
const dim = new Map<string, string>();

/** A colour under the fog of war. */
export function dimColor(color: string): string {
  let found = dim.get(color);
  if (found === undefined) {
    found = `rgb(${partsOf(color)
      .map((part, at) => Math.round((part + (fog[at] ?? 0)) / 2))
      .join(' ')})`;
    dim.set(color, found);
  }
  return found;
}

function partsOf(color: string): readonly [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Black or white, whichever is readable on a colour. */
export function textColorOn(color: string): string {
  const [red, green, blue] = partsOf(color);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? '#1a1c20' : '#ffffff';
}
