import type { Offer } from '../../proxy/actions/offer.js';
import { actions } from '../../proxy/actions/registry.js';
import { actName } from '../../proxy/actions/unit/act.js';
import type { Ruleset } from '../../proxy/world/ruleset.js';

/** What became of one offer that was sent back as it was. */
export interface Sample {
  readonly offer: Offer;
  readonly outcome: 'applied' | 'rejected' | 'no_effect';
  /** It was done, and came off where that is up to chance. */
  readonly succeeded: boolean;
  readonly where: string;
  readonly messages: readonly string[];
}

interface Row {
  readonly action: string;
  certain: number;
  worked: number;
  uncertain: number;
  happened: number;
  /** Sums over the uncertain ones whose odds the server states. */
  least: number;
  most: number;
}

/** Counts samples by action. */
export class Tally {
  readonly failures: Sample[] = [];
  /** Actions that some unit of the rulesets played could come to do. */
  readonly #possible = new Set<string>();
  readonly #rows = new Map<string, Row>();

  add(sample: Sample): void {
    const { offer, outcome, succeeded } = sample;
    const row = this.#row(offer.type);
    if (offer.certain) {
      row.certain += 1;
      if (succeeded) row.worked += 1;
      else this.failures.push(sample);
      return;
    }
    row.uncertain += 1;
    if (succeeded) row.happened += 1;
    row.least += offer.odds?.[0] ?? 0;
    row.most += offer.odds?.[1] ?? 1;
    // Chance decides whether it comes off; that it may be tried is promised all the same.
    if (offer.odds !== undefined && offer.odds[0] > 0 && outcome !== 'applied') this.failures.push(sample);
  }

  /** How often offers of an action have been sampled. */
  count(action: string): number {
    const row = this.#rows.get(action);
    return (row?.certain ?? 0) + (row?.uncertain ?? 0);
  }

  get sum(): number {
    return [...this.#rows.values()].reduce((sum, row) => sum + row.certain + row.uncertain, 0);
  }

  get certain(): number {
    return [...this.#rows.values()].reduce((sum, row) => sum + row.certain, 0);
  }

  /** Notes what a ruleset lets units do. */
  seesRuleset({ actionEnablers, actions: known, unitTypes }: Ruleset): void {
    const enabled = new Set(actionEnablers.map(({ enabledAction }) => enabledAction));
    const impossible = new Set([...known.keys()].filter((act) => !enabled.has(act)).map(actName));
    if (![...unitTypes.values()].some(({ convertedTo }) => unitTypes.has(convertedTo)))
      impossible.add('unit_convert');
    for (const { name, isOffered } of actions.values())
      if (isOffered && !impossible.has(name)) this.#possible.add(name);
  }

  /** Actions of which no offer was ever sampled, though there could have been some. */
  get neverSampled(): string[] {
    return [...this.#possible].filter((name) => this.count(name) === 0);
  }

  /** Actions that have no end of ways, or that these rulesets do not know. */
  get neverOffered(): string[] {
    return [...actions.keys()].filter((name) => this.count(name) === 0 && !this.#possible.has(name));
  }

  table() {
    const rows = [...this.#rows.values()].toSorted((a, b) => a.action.localeCompare(b.action));
    return rows.map((row) => ({
      action: row.action,
      certain: row.certain,
      precision: percent(row.worked, row.certain),
      uncertain: row.uncertain,
      happened: percent(row.happened, row.uncertain),
      'odds stated':
        row.uncertain === 0
          ? ''
          : `${percent(row.least, row.uncertain)} to ${percent(row.most, row.uncertain)}`,
    }));
  }

  #row(action: string): Row {
    let row = this.#rows.get(action);
    if (row === undefined) {
      row = { action, certain: 0, worked: 0, uncertain: 0, happened: 0, least: 0, most: 0 };
      this.#rows.set(action, row);
    }
    return row;
  }
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`;
}
