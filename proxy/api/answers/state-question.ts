import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import type { Seat } from '../../games/seats/seat.js';
import type { CountTokens } from '../../views/packing/pack-state.js';
import type { ProxyMetrics } from '../metrics/proxy-metrics.js';
import type { KeptSeat } from '../seats/kept-seat.js';

/** How long an answer may be. */
export interface TokenBudget {
  readonly tokens: number;
  readonly count: CountTokens;
}

/** A state query, with what its answer is made from. */
export interface StateQuestion {
  readonly agent: KeptSeat;
  readonly seat: Seat;
  readonly query: StateQueryData;
  readonly metrics: ProxyMetrics;
  /** Undefined unless the query has `max_tokens`. */
  readonly budget: TokenBudget | undefined;
}

/** The form in which a query wants its legal actions. */
export function offersForm({ legal_actions: form, include_legal_actions: isIncluded }: StateQueryData) {
  return form ?? (isIncluded ? 'list' : 'none');
}
