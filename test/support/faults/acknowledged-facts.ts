import { z } from 'zod';

type Data = Readonly<Record<string, unknown>>;

const placeSchema = z.looseObject({ id: z.int(), owner: z.int(), x: z.int(), y: z.int() });

/** What is compared of a full state. */
export const seatStateSchema = z.looseObject({
  turn: z.int(),
  phase: z.string(),
  player_id: z.int(),
  units: z.array(placeSchema),
  cities: z.array(placeSchema.extend({ production: z.string().nullish() })),
  research: z.looseObject({ researching: z.string().nullable(), goal: z.string().nullable() }),
});

export type SeatState = z.infer<typeof seatStateSchema>;

const changeSchema = z.looseObject({
  kind: z.string(),
  id: z.int(),
  after: z.record(z.string(), z.unknown()).optional(),
});

type Change = z.infer<typeof changeSchema>;
/** By what it is of, `unit 103` for example: where it stands and what it makes, as far as is known. */
type Facts = Map<string, Data>;

/**
 * What a seat has been told of its own units, cities and research in the present turn: the last full state and the
 * changes of every action that was acknowledged since. Another full state of the same turn must agree.
 */
export class AcknowledgedFacts {
  #turn = 0;
  #player = -1;
  #facts: Facts = new Map();
  /** What an acknowledged action of this turn has changed. */
  readonly #acted = new Set<string>();

  /** Compares a full state with what is known; sentences of what differs. Then that state is what is known. */
  observe(state: SeatState): readonly string[] {
    // Within a turn change a seat's things change without its doing.
    if (state.phase !== 'movement') return [];
    if (state.turn < this.#turn) {
      // The game was taken back: what was acknowledged must be there when the turn comes again.
      for (const key of [...this.#facts.keys()]) if (!this.#acted.has(key)) this.#facts.delete(key);
      return [];
    }
    const seen = factsOf(state);
    const differing = state.turn === this.#turn ? differences(this.#facts, seen) : [];
    if (state.turn > this.#turn) this.#acted.clear();
    this.#turn = state.turn;
    this.#player = state.player_id;
    this.#facts = seen;
    return differing.map((each) => `turn ${state.turn}: ${each}`);
  }

  /** Takes over the `changes` of an action whose outcome is `applied`. */
  acknowledge(changes: unknown): void {
    for (const change of z.array(changeSchema).catch([]).parse(changes)) {
      const key = change.kind === 'research' ? 'research' : `${change.kind} ${change.id}`;
      this.#acted.add(key);
      this.#apply(key, change);
    }
  }

  /** An action of that unit or city may have been carried out or not: nobody knows. */
  doubt(action: Data): void {
    const { unit_id, city_id } = action;
    if (unit_id !== undefined) this.#facts.delete(`unit ${unit_id}`);
    else if (city_id !== undefined) this.#facts.delete(`city ${city_id}`);
    else this.#facts.delete('research');
  }

  /** The game said that not everything could be restored. */
  forget(): void {
    this.#facts.clear();
    this.#acted.clear();
  }

  #apply(key: string, { kind, after }: Change): void {
    if (!['unit', 'city', 'research'].includes(kind)) return;
    if (after === undefined) {
      this.#facts.delete(key);
      return;
    }
    // Things of others change too; a new one of its own is a city.
    if (!this.#facts.has(key) && !(kind === 'city' && after.owner === this.#player)) return;
    const known = kind === 'unit' ? ['x', 'y'] : ['x', 'y', 'production', 'researching', 'goal'];
    const told = Object.entries(after).filter(([name]) => known.includes(name));
    this.#facts.set(key, { ...this.#facts.get(key), ...Object.fromEntries(told.map(normalized)) });
  }
}

function factsOf({ player_id, units, cities, research }: SeatState): Facts {
  const own = <T extends { readonly owner: number }>(things: readonly T[]) =>
    things.filter(({ owner }) => owner === player_id);
  return new Map<string, Data>([
    ...own(units).map(({ id, x, y }) => [`unit ${id}`, { x, y }] as const),
    ...own(cities).map(({ id, x, y, production }) => [`city ${id}`, facts({ x, y, production })] as const),
    ['research', facts({ researching: research.researching, goal: research.goal })],
  ]);
}

function facts(values: Data): Data {
  return Object.fromEntries(Object.entries(values).map(normalized));
}

/** Names as states have them: actions answer with `Bronze Working`, states say `bronze_working`. */
function normalized([name, value]: readonly [string, unknown]): readonly [string, unknown] {
  if (typeof value !== 'string') return [name, value ?? 'none'];
  return [name, value.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '_')];
}

function differences(known: Facts, seen: Facts): string[] {
  return [...known].flatMap(([key, told]) => {
    const now = seen.get(key);
    if (now === undefined) return [`${key} (${JSON.stringify(told)}) is gone`];
    return Object.entries(told)
      .filter(([name, value]) => now[name] !== value)
      .map(
        ([name, value]) => `${key}: ${name} was ${JSON.stringify(value)}, is ${JSON.stringify(now[name])}`,
      );
  });
}
