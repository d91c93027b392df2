import type { Offer } from '#shared/protocol/state/offer.js';
import { actionGroups, actions } from '../../proxy/actions/registry.js';
import { unitActionTable } from '../../proxy/actions/unit/unit-action-table.js';
import { unitActionName } from '../../proxy/actions/unit/unit-actions.js';
import type { GenAction } from '../../proxy/freeciv/generated/packets.js';
import type { World } from '../../proxy/world/world.js';
import { percent } from './percent.js';

/** What became of one offer that was sent back as it was. */
export interface OfferSample {
  readonly offer: Offer;
  readonly ruleset: string;
  readonly outcome: 'applied' | 'rejected' | 'no_effect';
  /** It was done, and came off where that is up to chance. */
  readonly succeeded: boolean;
  readonly where: string;
  readonly messages: readonly string[];
}

interface Row {
  readonly rulesets: Set<string>;
  certain: number;
  worked: number;
  uncertain: number;
  happened: number;
}

/** Counts samples by action. */
export class Tally {
  readonly failures: OfferSample[] = [];
  readonly calibration = new Calibration();
  readonly #rows = new Map<string, Row>();
  /** The unit actions of the servers that were played on. */
  readonly #unitActions = new Set<GenAction>();

  /** Notes what a server knows: what it does not is never sampled. */
  playedOn({ ruleset }: World): void {
    for (const action of ruleset.actions.keys()) this.#unitActions.add(action);
  }

  add(sample: OfferSample): void {
    const { offer, ruleset, outcome, succeeded } = sample;
    const row = this.#row(offer.type);
    row.rulesets.add(ruleset);
    if (offer.certain) {
      row.certain += 1;
      if (succeeded) row.worked += 1;
      else this.failures.push(sample);
      return;
    }
    row.uncertain += 1;
    if (succeeded) row.happened += 1;
    if (offer.odds === undefined) return;
    this.calibration.add(offer.odds, succeeded);
    // Chance decides whether it comes off; that it may be tried is promised all the same.
    if (offer.odds[0] > 0 && outcome !== 'applied') this.failures.push(sample);
  }

  /** How often offers of an action have been sampled. */
  count(action: string): number {
    const row = this.#rows.get(action);
    return (row?.certain ?? 0) + (row?.uncertain ?? 0);
  }

  get sum(): number {
    return sumOf([...this.#rows.values()], (row) => row.certain + row.uncertain);
  }

  get certain(): number {
    return sumOf([...this.#rows.values()], (row) => row.certain);
  }

  /** Actions of the registry, as far as the servers know them, of which nothing was ever sampled. */
  get neverSampled(): string[] {
    const table = Object.keys(unitActionTable) as GenAction[];
    const lacking = new Set(table.filter((action) => !this.#unitActions.has(action)).map(unitActionName));
    return [...actions.keys()].filter((name) => this.count(name) === 0 && !lacking.has(name));
  }

  /** Actions that were sampled in none of some rulesets, and in which ones they were. */
  without(rulesets: readonly string[]): string[] {
    return [...this.#rows]
      .filter(([, row]) => rulesets.every((ruleset) => !row.rulesets.has(ruleset)))
      .map(([action, row]) => `${action} (${[...row.rulesets].join(', ')})`);
  }

  /** Families of the registry of which nothing was ever sampled. */
  get familiesNeverSampled(): string[] {
    return actionGroups
      .filter((family) => family.actions.every(({ name }) => this.count(name) === 0))
      .map(({ name }) => name);
  }

  byFamily() {
    return actionGroups.map((family) => {
      const rows = family.actions.flatMap(({ name }) => this.#rows.get(name) ?? []);
      return {
        family: family.name,
        actions: `${rows.length} of ${family.actions.length}`,
        ...shown({
          rulesets: new Set(),
          certain: sumOf(rows, (row) => row.certain),
          worked: sumOf(rows, (row) => row.worked),
          uncertain: sumOf(rows, (row) => row.uncertain),
          happened: sumOf(rows, (row) => row.happened),
        }),
      };
    });
  }

  byAction() {
    return [...this.#rows]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([action, row]) => ({ action, ...shown(row) }));
  }

  #row(action: string): Row {
    let row = this.#rows.get(action);
    if (row === undefined) {
      row = { rulesets: new Set(), certain: 0, worked: 0, uncertain: 0, happened: 0 };
      this.#rows.set(action, row);
    }
    return row;
  }
}

function sumOf(rows: readonly Row[], count: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + count(row), 0);
}

function shown({ certain, worked, uncertain, happened }: Row) {
  return {
    certain,
    precision: percent(worked, certain),
    uncertain,
    'came off': percent(happened, uncertain),
  };
}

interface Bin {
  readonly from: number;
  readonly to: number;
  count: number;
  happened: number;
  /** Sums of the stated odds and of their variances. */
  stated: number;
  variance: number;
}

const edges = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0001];

/** How often what was offered with odds came off, by how likely it was said to be. */
class Calibration {
  readonly #bins: readonly Bin[] = edges
    .slice(1)
    .map((to, index) => ({ from: edges[index] ?? 0, to, count: 0, happened: 0, stated: 0, variance: 0 }));

  /** Odds that say nothing, from never to always, say nothing here either. */
  add([least, most]: readonly [number, number], happened: boolean): void {
    if (least === 0 && most === 1) return;
    const stated = (least + most) / 2;
    const bin = this.#bins.find(({ to }) => stated < to);
    if (bin === undefined) return;
    bin.count += 1;
    bin.stated += stated;
    bin.variance += stated * (1 - stated);
    if (happened) bin.happened += 1;
  }

  /** The last column: how far what happened is from what was stated, in standard deviations of chance. */
  table() {
    return this.#bins
      .filter(({ count }) => count > 0)
      .map(({ from, to, count, happened, stated, variance }) => ({
        'odds stated': `${Math.round(from * 100)} to ${Math.round(Math.min(1, to) * 100)} %`,
        times: count,
        'on average': percent(stated, count),
        happened: percent(happened, count),
        deviations: variance === 0 ? '' : ((happened - stated) / Math.sqrt(variance)).toFixed(1),
      }));
  }
}
