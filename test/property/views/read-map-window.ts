import type { MapWindow } from '#shared/protocol/state/map-window.js';

/** What a map window says of a tile: a sign, or terrain, what is on it and whether there is a resource. */
export interface ReadTile {
  readonly x: number;
  readonly y: number;
  readonly sign?: string;
  readonly terrain?: string;
  /** Names, sorted. */
  readonly extras?: readonly string[];
  readonly resource?: boolean;
  readonly owner: string | undefined;
  readonly fog: boolean;
}

interface Legend {
  readonly terrain: ReadonlyMap<string, string>;
  readonly extras: ReadonlyMap<string, string>;
  /** By place as `x,y`: what has no letter of its own. */
  readonly listed: ReadonlyMap<string, string>;
}

/** Reads a map window back, by nothing but what it says itself. */
export function readWindow({ columns, rows, legend }: MapWindow): readonly ReadTile[] {
  const xs = columns.split(' ').slice(1).map(Number);
  const meaning = readLegend(legend);
  return rows.flatMap((row) => {
    const [tiles = '', ...ends] = row.split(' | ');
    const [y = '', ...symbols] = tiles.split(' ');
    const owners = ownersOf(xs, ends.filter((end) => !end.startsWith('fog ')).join(', '));
    const fog = ownersOf(xs, ends.filter((end) => end.startsWith('fog ')).join(', '));
    return symbols.map((numbered, at) => {
      const x = xs[at] ?? -1;
      const [symbol = '', number] = numbered.split(':').reverse();
      if (number === undefined ? x % 5 === 0 : Number(number) !== x) throw new Error(`column ${x} of ${row}`);
      const border = { owner: owners.get(x), fog: fog.has(x) };
      const place = { x, y: Number(y) };
      if (/[#@?]/u.test(symbol)) return { ...place, sign: symbol, ...border };
      return { ...place, ...readSymbol(symbol, `${x},${y}`, meaning), ...border };
    });
  });
}

function readSymbol(symbol: string, place: string, { terrain, extras, listed }: Legend) {
  const [first = '', second = ''] = symbol.toLowerCase();
  const names = second === '' ? '' : (extras.get(second) ?? listed.get(place) ?? 'not in the legend');
  return {
    terrain: terrain.get(first) ?? 'not in the legend',
    extras: names === '' ? [] : names.split('+').sort(),
    resource: symbol !== symbol.toLowerCase(),
  };
}

function readLegend(lines: readonly string[]): Legend {
  const entries = (start: string) => {
    const line = lines.find((one) => one.startsWith(start))?.slice(start.length) ?? '';
    return new Map(
      line.split(', ').map((entry) => {
        const [key = '', ...name] = entry.trim().split(' ');
        return [key, name.join(' ')];
      }),
    );
  };
  return { terrain: entries('first letter: '), extras: entries('second letter: '), listed: entries('w: ') };
}

/** By column: `ours 12-16 20, Greek 3`. */
function ownersOf(xs: readonly number[], text: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const part of text.split(', ').filter((one) => one !== '')) {
    const [, word = '', runs = ''] = /^(.*?) ((?:all|[\d-]+)(?: [\d-]+)*)$/u.exec(part) ?? [];
    for (const run of runs.split(' ')) for (const x of columnsOf(xs, run)) found.set(x, word);
  }
  return found;
}

function columnsOf(xs: readonly number[], run: string): readonly number[] {
  if (run === 'all') return xs;
  const [first = -1, last = first] = run.split('-').map(Number);
  return xs.slice(xs.indexOf(first), xs.indexOf(last) + 1);
}
