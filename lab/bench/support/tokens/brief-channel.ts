import type { CompactVerdict } from '#shared/protocol/state/compact-result.js';
import type { Command } from './course.js';
import type { MeteredAgent } from './metered-agent.js';
import type { TokenLedger } from './token-ledger.js';

/** What a player by briefs asks of its seat; the texts are those that the state has `as: "text"`. */
export interface BriefChannel {
  readonly ledger: TokenLedger;
  brief(): Promise<string>;
  /** The rows of cities that changed; empty when there are none. */
  cities(): Promise<string>;
  /** The options of an actor; with `sections` those of some actions alone. */
  options(actor_id: number | 'nation', sections?: readonly string[]): Promise<string>;
  /** Looks at the tiles around the capital. */
  map(radius: number): Promise<void>;
  /** Does commands in order, then ends the turn; one verdict for each and one for the end, with the brief as text. */
  play(commands: readonly Command[], until: 'decision' | number): Promise<readonly CompactVerdict[]>;
}

/** A seat that is played on the agent's socket, with compact verdicts. */
export class BriefSocket implements BriefChannel {
  readonly #agent: MeteredAgent;

  constructor(agent: MeteredAgent) {
    this.#agent = agent;
  }

  get ledger(): TokenLedger {
    return this.#agent.ledger;
  }

  brief(): Promise<string> {
    return this.#text('brief', {});
  }

  cities(): Promise<string> {
    return this.#text('rows', { format: 'cities' });
  }

  options(actor_id: number | 'nation', sections?: readonly string[]): Promise<string> {
    return this.#text('options', { actor_id, ...(sections && { sections }) });
  }

  async map(radius: number): Promise<void> {
    await this.#agent.request('state_query', { format: 'map', radius, as: 'text' });
  }

  async play(commands: readonly Command[], until: 'decision' | number): Promise<readonly CompactVerdict[]> {
    this.#agent.drain('turn_start');
    const wait = { action_type: 'end_turn', until, as: 'text' };
    const answer =
      commands.length === 0
        ? await this.#agent.request('action', wait)
        : await this.#agent.request('action_batch', { actions: [...commands, wait] });
    if (answer.type !== 'compact_result') throw new Error(`not a verdict: ${JSON.stringify(answer)}`);
    return 'results' in answer.data ? answer.data.results : [answer.data];
  }

  /** A field of a state as text; empty when the state has none. */
  async #text(
    field: 'brief' | 'rows' | 'options',
    query: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const answer = await this.#agent.request('state_query', { format: field, ...query, as: 'text' });
    if (answer.type !== 'state_update') return '';
    const state: Readonly<Record<string, unknown>> = { ...answer.data.data };
    return typeof state[field] === 'string' ? state[field] : '';
  }
}
