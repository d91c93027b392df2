import type { OrderNews } from '#shared/protocol/event.js';
import type { Offer } from '#shared/protocol/state/offer.js';

interface Journey {
  readonly offer: Offer;
  readonly where: string;
}

/** The outcome of the journeys that states suggested: each unit arrives, or something unforeseeable stops it. */
export class Journeys {
  /** Ended some other way, in words. */
  readonly failures: string[] = [];
  readonly #underWay = new Map<string, Journey>();
  readonly #ends = new Map<string, { certain: number; uncertain: number }>();

  /** How many have ended. */
  get sum(): number {
    return [...this.#ends.values()].reduce((sum, { certain, uncertain }) => sum + certain + uncertain, 0);
  }

  begin(player: string, offer: Offer, where: string): void {
    this.#underWay.set(key(player, offer.unit_id), { offer, where });
  }

  /** It ended with the verdict itself. */
  end(player: string, unit: number | undefined, how: string, told: string): void {
    const journey = this.#underWay.get(key(player, unit));
    if (journey === undefined) return;
    this.#underWay.delete(key(player, unit));
    const row = this.#ends.get(how) ?? { certain: 0, uncertain: 0 };
    row[journey.offer.certain ? 'certain' : 'uncertain'] += 1;
    this.#ends.set(how, row);
    if (how === FAILED || (how === HIDDEN && journey.offer.certain))
      this.failures.push(`${journey.where}: ${journey.offer.label}: ${told}`);
  }

  hear(player: string, news: OrderNews): void {
    if (news.event === 'worklist_ended') return;
    this.end(player, news.unit_id, outcomeOf(news), news.sentence);
  }

  table() {
    return [...this.#ends].map(([end, times]) => ({ end, ...times }));
  }
}

/** How a journey ended: where it was to end. */
export const ARRIVED = 'arrived';
/** By the server's sentence; where all tiles are seen it does not excuse a failure. */
export const HIDDEN = 'blocked by what is not in sight';
/** How a journey ended that nothing explains. */
export const FAILED = 'stopped for no reason';

/** Strangers move, and what was not seen from afar is seen. */
const ofOthers: ReadonlySet<string> = new Set(['occupied', 'zone_of_control', 'peace']);

function outcomeOf(news: Exclude<OrderNews, { event: 'worklist_ended' }>): string {
  if (news.event === 'woken') return `woken by ${news.why}`;
  if (news.outcome === 'arrived' || news.outcome === 'lost') return news.outcome;
  if (ofOthers.has(news.obstacle ?? '')) return `blocked: ${news.obstacle}`;
  if ((news.by ?? []).length > 0) return `${news.outcome} by others`;
  return news.outcome === 'blocked' ? HIDDEN : FAILED;
}

function key(player: string, unit: number | undefined): string {
  return `${player} ${unit}`;
}
