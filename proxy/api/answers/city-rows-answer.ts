import type { CityRows } from '#shared/protocol/state/city-rows.js';
import { logRows, rowsChangedSince } from '../../views/city-rows/changed-rows.js';
import { cityRows } from '../../views/city-rows/city-row.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import type { StateQuestion } from './state-question.js';

/** Notes that an agent has got all rows that changed until a version. */
export function markRowsAnswered(agent: KeptSeat, version: number): void {
  agent.cityRows = { ...agent.cityRows, version };
}

/** The rows of all own cities, or of those that changed since the version that the query names, else since the last answer. */
export function cityRowsState({ agent, query }: StateQuestion): CityRows {
  const { world, planList } = agent.seat;
  const all = cityRows(world, planList.all);
  const known = agent.cityRows;
  const log = logRows(known.log, all, world.version);
  agent.cityRows = { ...known, log };
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
