import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';

/** A state by key. */
export type SectionedState = Readonly<Record<string, unknown>>;

/**
 * Only the asked sections of a state: its keys that hold lists or objects. All other fields stay.
 * A name that is not a section of this state fails with E105.
 */
export function pickSections(state: object, sections: readonly string[]): Result<SectionedState, Failure> {
  const all = Object.entries(state);
  const names = all.filter(([, value]) => isSection(value)).map(([name]) => name);
  const unknown = sections.find((section) => !names.includes(section));
  if (unknown !== undefined) {
    const others = names.length === 0 ? 'this format has none' : `there are: ${names.join(', ')}`;
    const message = `There is no section ${unknown}; ${others}`;
    return fail(failure('E105', message, { path: 'data.sections' }));
  }
  return ok(Object.fromEntries(all.filter(([name, value]) => !isSection(value) || sections.includes(name))));
}

/** Whether a field of a state is a section, which can be picked and counted by itself. */
export function isSection(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A part of a state that is shown whole or not at all. */
export interface Piece {
  readonly section: string;
  /** An entry of a list, or the whole section. */
  readonly value: unknown;
  /** Its JSON and the comma after it, as far as that can be told from one piece. */
  readonly text: string;
  /** Less is more valuable. */
  readonly rank: number;
}

/** What a section's first entry is worth, and how much less each next one. */
interface Worth {
  readonly first: number;
  readonly step: number;
}

/** First of all what to do and where one stands; the first threat counts more than the tenth unit. */
const worths: Readonly<Record<string, Worth>> = {
  ended: { first: -1, step: 0 },
  scenario: { first: -1, step: 0 },
  nation: { first: -1, step: 0 },
  decisions: { first: 0, step: 0.4 },
  happened: { first: 0.1, step: 0.6 },
  counsel: { first: 0.5, step: 0.9 },
  advice: { first: 1.2, step: 0.6 },
  immediate_priorities: { first: 0, step: 0.4 },
  strategic_summary: { first: 0.1, step: 0 },
  units_asking: { first: 0.7, step: 0.5 },
  threats: { first: 1, step: 1 },
  units_needing_orders: { first: 1.5, step: 0.4 },
  legal_actions: { first: 2, step: 0.15 },
  own_cities: { first: 2, step: 0.4 },
  opportunities: { first: 2.5, step: 1 },
  treaties: { first: 1, step: 0 },
  research_options: { first: 3, step: 0.5 },
  units: { first: 3, step: 0.05 },
  cities: { first: 3, step: 0.1 },
  recent_events: { first: 4, step: 1 },
  units_busy: { first: 5, step: 0 },
  research: { first: 2, step: 0 },
  players: { first: 3, step: 0 },
  visible_tiles: { first: 6, step: 0.02 },
};
/** The rank of what comes before all else. */
const FOREMOST = -2;
const otherWorth: Worth = { first: 4, step: 0.5 };

/** The pieces of a state's sections: entries of lists in their order, objects whole. `firstOf`: as of `packState`. */
export function piecesOf(state: object, firstOf: Readonly<Record<string, number>>): readonly Piece[] {
  return Object.entries(state).flatMap(([section, value]) => {
    if (!isSection(value)) return [];
    const { first, step } = worths[section] ?? otherWorth;
    if (!Array.isArray(value)) {
      return [{ section, value, text: `"${section}":${JSON.stringify(value)},`, rank: first }];
    }
    return value.map((entry: unknown, index) => ({
      section,
      value: entry,
      text: `${JSON.stringify(entry)},`,
      rank: index < (firstOf[section] ?? 0) ? FOREMOST : first + index * step,
    }));
  });
}
