import type { RowForm } from '#shared/protocol/agent-requests.js';
import type { CityRow } from '#shared/protocol/state/city-rows.js';

/** A row as it was last made. */
interface LoggedRow {
  /** The row as text; undefined when the city is no longer an own one. */
  readonly text: string | undefined;
  /** The state version of the first row like this. */
  readonly version: number;
}

/** The rows of a seat's cities by city id, with the versions of their last changes. */
export type CityRowLog = ReadonlyMap<number, LoggedRow>;

/** Some rows out of all, because the others did not change. */
export interface ChangedRows {
  readonly cities: readonly CityRow[];
  readonly unchanged: number;
  /** Ids of cities without a row, which had one. */
  readonly gone: readonly number[];
}

/** The log of rows of a form after all rows were made at a version: it has the text to compare and the version of each change. */
export function logRows(
  log: CityRowLog,
  rows: readonly CityRow[],
  version: number,
  form: RowForm = 'whole',
): CityRowLog {
  const now = new Map(log);
  const set = (id: number, text: string | undefined) => {
    const before = now.get(id);
    if (before === undefined || before.text !== text) now.set(id, { text, version });
  };
  const there = new Set(rows.map(({ id }) => id));
  for (const id of log.keys()) if (!there.has(id)) set(id, undefined);
  const compared = form === 'short' ? shortText : comparedText;
  for (const row of rows) set(row.id, compared(row));
  return now;
}

/** The rows that changed after a version, as the log has it. */
export function rowsChangedSince(log: CityRowLog, rows: readonly CityRow[], since: number): ChangedRows {
  const isNew = ({ id }: { readonly id: number }) => (log.get(id)?.version ?? since + 1) > since;
  const cities = rows.filter(isNew);
  const gone = [...log].flatMap(([id, { text, version }]) =>
    text === undefined && version > since ? [id] : [],
  );
  return { cities, unchanged: rows.length - cities.length, gone };
}

/** A row without the fields that change every turn as the row itself foretells. */
function comparedText({ building, plans = [], ...row }: CityRow): string {
  const compared = building && { name: building.name, turn: building.turn, cost: building.cost };
  return JSON.stringify({
    ...row,
    building: compared,
    plans: plans.map(({ id, focus }) => ({ id, focus })),
  });
}

/** The part of a city whose change makes its short row due again. Yields and dates are left out: every citizen changes them. */
function shortText(row: CityRow): string {
  const { size, building, disorder, unrest_next: unrest, celebrates, starves_turn: hunger, plans = [] } = row;
  const isNever = building !== null && building.turn === null;
  const told = plans.map(({ id, focus }) => ({ id, focus }));
  return JSON.stringify([
    size,
    building?.name,
    isNever,
    disorder,
    unrest,
    celebrates,
    hunger !== undefined,
    told,
  ]);
}
