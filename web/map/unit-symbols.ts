import type { UnitKind } from '#shared/protocol/spectator/rules.js';

/** Symbols of units as SVG path data, in a square from -10 to 10, drawn as strokes of one colour. Made for this project. */
const strokes: Readonly<Record<UnitKind, string>> = {
  settler: 'M-8 3h16M-6 3v-4q6-7 12 0v4M-5 5.500a2.500 2.500 0 1 0 .1 0M5 5.500a2.500 2.500 0 1 0 .1 0',
  worker: 'M-6 7L4-3M-1-7q6 0 8 8',
  explorer: 'M0-8a8 8 0 1 0 .1 0M4-4L1 1-4 4-1-1z',
  caravan: 'M-7-3h14v9h-14zM-7 1h14M0-3v9M-4-3q4-6 8 0',
  agent: 'M-9 0q9-9 18 0q-9 9-18 0M0-3a3 3 0 1 0 .1 0',
  leader: 'M-8 6h16l1-11-5 5-4-8-4 8-5-5z',
  soldier: 'M-6 7L6-7M-7 1l6 6M6 7L-6-7M7 1L1 7',
  defender: 'M-7-7h14v6q-1 7-7 9-6-2-7-9zM0-7v15M-7-1h14',
  rider: 'M-6 8q-2-9 3-12l-1-4 5 2q6 2 7 8l-3 2-4-2q-2 3 0 6zM2-2h.1',
  siege: 'M-4 3a4 4 0 1 0 .1 0M-3 2L8-6M-1 5L9-3M8-6l1 3',
  tank: 'M-9 5a3 3 0 0 1 3-3H6a3 3 0 0 1 0 6H-6a3 3 0 0 1-3-3M-5 2l1-5h7l1 5M3-2h7',
  ship: 'M-9 3h18l-4 5h-10zM0 3V-8M0-7q9 3 8 8H0M0-5q-6 1-7 6h7',
  warship: 'M-9 2h18l-3 6h-12zM-4 2v-5h7v5M-1-3v-5M3-1h6',
  submarine: 'M-9 3q0-4 5-4h7q6 0 6 4t-6 4h-7q-5 0-5-4M-1-1v-5h4',
  plane: 'M0-9v17M0-3l9 5M0-3l-9 5M0 6l4 2M0 6l-4 2',
  helicopter: 'M-8-7h16M0-7v4M-5 1q0-4 5-4t5 4-5 4-5-4M5 1l5-2M-4 8h9',
  missile: 'M-7 8L5-4M3-8l6-1-1 6zM-7 2l-2 6 6-2',
};

const paths = new Map<UnitKind, Path2D>();

/** The symbol of a kind of unit as a path. */
export function symbolPath(kind: UnitKind): Path2D {
  let path = paths.get(kind);
  if (path === undefined) {
    path = new Path2D(strokes[kind]);
    paths.set(kind, path);
  }
  return path;
}

/** The symbol of a kind of unit as SVG path data. */
export function symbolStrokes(kind: UnitKind): string {
  return strokes[kind];
}
