import type { RowForm, StateQueryData } from '#shared/protocol/agent-requests.js';
import type { CityRows } from '#shared/protocol/state/city-rows.js';
import type { StateFormatRow } from '../../proxy/api/answers/state-formats.js';
import type { KeptSeat } from '../../proxy/api/seats/kept-seat.js';
import { type CityRowLog, logRows, rowsChangedSince } from './changed-rows.js';
import { cityRows } from './city-row.js';
import { cityRowsText } from './city-rows-text.js';

interface KeptRows {
  readonly log: CityRowLog;
  /** The state version at which the agent got them; -1 before the first time. */
  readonly version: number;
}

const NO_ROWS: KeptRows = { log: new Map(), version: -1 };

/** The format of a row for each own city. It keeps the last rows of each seat in each form, as long as the seat. */
export function cityRowsFormat(): StateFormatRow {
  const ofSeats = new WeakMap<KeptSeat, Record<RowForm, KeptRows>>();
  const rowsOf = (agent: KeptSeat): Record<RowForm, KeptRows> => {
    const known = ofSeats.get(agent) ?? { whole: NO_ROWS, short: NO_ROWS };
    ofSeats.set(agent, known);
    return known;
  };
  return {
    view: ({ agent, query }) => cityRowsState(agent, query, rowsOf(agent)),
    text: ({ agent, query }) => ({
      rows: cityRowsText(agent.seat.world, cityRowsState(agent, query, rowsOf(agent)), query.rows),
    }),
    moment: [],
    answered: (agent, version, isWhole, { rows: form = 'whole' }) => {
      const kept = rowsOf(agent);
      if (isWhole) kept[form] = { ...kept[form], version };
    },
  };
}

/** The rows of all own cities, or of those that changed since the version that the query names, else since the last answer. */
function cityRowsState(
  { seat: { world, planList } }: KeptSeat,
  query: StateQueryData,
  kept: Record<RowForm, KeptRows>,
): CityRows {
  const { rows: form = 'whole' } = query;
  const all = cityRows(world, planList.all);
  const known = kept[form];
  const log = logRows(known.log, all, world.version, form);
  kept[form] = { ...known, log };
  const asked = query.since_version ?? known.version;
  const since = query.all === true || asked < 0 ? undefined : asked;
  const { cities, unchanged, gone } =
    since === undefined ? { cities: all, unchanged: 0, gone: [] } : rowsChangedSince(log, all, since);
  return {
    since,
    unchanged,
    gone: gone.length > 0 ? gone : undefined,
    cities,
  };
}
