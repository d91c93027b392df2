import type { CityRows } from '#shared/protocol/state/city-rows.js';
import type { Seat } from '../../games/seats/seat.js';
import { type CityRowLog, logRows, rowsChangedSince } from '../../views/city-rows/changed-rows.js';
import { cityRows } from '../../views/city-rows/city-row.js';
import type { StateQuestion } from './state-question.js';

/** The rows of a seat as they were last made. */
interface KnownRows {
  readonly log: CityRowLog;
  /** The state version at which its agent got them; -1 before the first time. */
  readonly version: number;
}

/** Kept as long as the seat: after a restart of the proxy all rows are new. */
const knownRows = new WeakMap<Seat, KnownRows>();
const NO_ROWS: KnownRows = { log: new Map(), version: -1 };

/** Notes that the agent of a seat has got all rows that changed until a version. */
export function markRowsAnswered(seat: Seat, version: number): void {
  knownRows.set(seat, { ...(knownRows.get(seat) ?? NO_ROWS), version });
}

/** The rows of all own cities, or of those that changed since the version that the query names, else since the last answer. */
export function cityRowsState({ seat, query }: StateQuestion): CityRows {
  const { world, planList } = seat;
  const all = cityRows(world, planList.all);
  const known = knownRows.get(seat) ?? NO_ROWS;
  const log = logRows(known.log, all, world.version);
  knownRows.set(seat, { ...known, log });
  const asked = query.since_version ?? known.version;
  const since = query.all === true || asked < 0 ? undefined : asked;
  const { cities, unchanged, gone } =
    since === undefined ? { cities: all, unchanged: 0, gone: [] } : rowsChangedSince(log, all, since);
  return {
    since,
    unchanged,
    ...(gone.length > 0 && { gone }),
    cities,
  };
}
