import { isSection, type Piece, piecesOf, type SectionedState } from './sections.js';

/** A state that fits its token limit, and what was left out for it. */
export interface PackedState {
  readonly state: SectionedState;
  /** What each section takes, and the whole. */
  readonly tokens: { readonly total: number; readonly sections: Readonly<Record<string, number>> };
  /** How many entries of each section did not fit; of a list always the last. */
  readonly omitted: Readonly<Record<string, number>>;
}

/**
 * The most valuable parts of a state, whose JSON takes no more than `maxTokens`; fields that are not lists or objects, and the
 * brackets of lists, stay in any case. `firstOf`: by list, how many of its first entries come before everything else.
 */
export function packState(
  state: object,
  maxTokens: number,
  count: CountTokens,
  firstOf: Readonly<Record<string, number>> = {},
): PackedState {
  const pieces = piecesOf(state, firstOf);
  const chosen = fitting(state, pieces, maxTokens, count);
  const packed = assemble(state, new Set(chosen));
  const sections = Object.entries(packed)
    .filter(([, value]) => isSection(value))
    .map(([section, value]) => [section, count(JSON.stringify(value))] as const);
  return {
    state: packed,
    tokens: { total: count(JSON.stringify(packed)), sections: Object.fromEntries(sections) },
    omitted: omissions(pieces, new Set(chosen)),
  };
}

/** Takes pieces by worth while there is room. When one of a list has none, the rest of that list is left out. */
function fitting(
  state: object,
  pieces: readonly Piece[],
  maxTokens: number,
  count: CountTokens,
): readonly Piece[] {
  let left = maxTokens - count(JSON.stringify(assemble(state, new Set())));
  const chosen: Piece[] = [];
  const full = new Set<string>();
  for (const piece of pieces.toSorted((a, b) => a.rank - b.rank)) {
    if (full.has(piece.section)) continue;
    const cost = count(piece.text);
    if (cost > left) {
      full.add(piece.section);
      continue;
    }
    chosen.push(piece);
    left -= cost;
  }
  // A token may span two pieces, so the sum of the pieces is only about that of the whole.
  const total = () => count(JSON.stringify(assemble(state, new Set(chosen))));
  while (chosen.length > 0 && total() > maxTokens) chosen.pop();
  return chosen;
}

/** The state with nothing but the chosen pieces in its sections. */
function assemble(state: object, chosen: ReadonlySet<Piece>): SectionedState {
  const values = new Map<string, unknown[]>();
  for (const { section, value } of chosen) {
    const parts = values.get(section);
    if (parts === undefined) values.set(section, [value]);
    else parts.push(value);
  }
  const packed: Record<string, unknown> = {};
  for (const [section, value] of Object.entries(state)) {
    const parts = values.get(section) ?? [];
    if (Array.isArray(value)) packed[section] = parts;
    else if (!isSection(value)) packed[section] = value;
    else if (parts.length > 0) packed[section] = parts[0];
  }
  return packed;
}

function omissions(pieces: readonly Piece[], chosen: ReadonlySet<Piece>): Record<string, number> {
  const omitted: Record<string, number> = {};
  for (const piece of pieces) {
    if (!chosen.has(piece)) omitted[piece.section] = (omitted[piece.section] ?? 0) + 1;
  }
  return omitted;
}

/** Tokens of a text. */
export type CountTokens = (text: string) => number;

let loading: Promise<CountTokens> | undefined;

/**
 * A counter for the o200k vocabulary; other vendors' differ by some per cent. gpt-tokenizer works without network and
 * is the fastest in plain JavaScript (4 ms for 12 KB); its table takes 70 MB, so it is loaded when first asked for.
 */
export function tokenCounter(): Promise<CountTokens> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(
    ({ countTokens }) =>
      (text) =>
        countTokens(text),
  );
  return loading;
}
