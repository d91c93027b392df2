/** What an action costs; only what applies. */
interface Cost {
  readonly gold?: number;
  readonly shields?: number;
  readonly bulbs?: number;
}

export type Priority = 'high' | 'medium' | 'low';

/** What an action asks for besides actor and target, under the names of its schema. */
interface Choice {
  /** Building or technology, where the action asks for one. */
  readonly sub_target?: string;
  /** Kinds of specialist, where one is made another. */
  readonly from?: string;
  readonly to?: string;
  /** Rates in per cent, where they are set. */
  readonly tax?: number;
  readonly luxury?: number;
  readonly science?: number;
  /** Part of the spaceship that is placed. */
  readonly part?: string;
  /** What is put on a worklist. */
  readonly items?: readonly string[];
  /** What workers are asked to do. */
  readonly task?: string;
  /** A clause of a treaty: who gives it, and what or how much of it. */
  readonly clause?: string;
  readonly giver?: 'me' | 'them';
  readonly value?: string | number;
  /** Whether a treaty is accepted, or that taken back. */
  readonly accepted?: boolean;
  /** What of the relation to another player is cancelled. */
  readonly pact?: 'treaty' | 'shared_vision';
  readonly vote?: 'yes' | 'no' | 'abstain';
  readonly vote_no?: number;
  readonly policy?: string;
  readonly setting?: number;
}

/** An action that works now and can be sent back as it is. */
export interface Offer extends Choice {
  readonly type: string;
  readonly actor_id?: number;
  readonly unit_id?: number;
  readonly city_id?: number;
  readonly target?:
    | { readonly x: number; readonly y: number }
    | { readonly id: number }
    | { readonly value: string | number };
  readonly priority: Priority;
  /** False where dice or what the seat cannot see decide; then `odds` where they are known (0-1). */
  readonly certain: boolean;
  readonly odds?: readonly [least: number, most: number];
  /** What it is, in words: names of what the ids stand for. */
  readonly label: string;
  /** Why it is urgent. */
  readonly reason?: string;
  readonly cost?: Cost;
}

/** An offer of the nation as its action finds it; the type is the action's name. */
export type NationOffer = Omit<Offer, 'type'>;

/** An offer of one unit or city: who acts is filled in for it. */
export type ActorOffer = Omit<NationOffer, 'actor_id' | 'unit_id' | 'city_id' | 'label'> & {
  /** What the actor does, in words. */
  readonly what: string;
};

/** By priority; what is equally urgent stays in order. */
export function sortByPriority(offers: readonly Offer[]): readonly Offer[] {
  const ranked: Record<Priority, Offer[]> = { high: [], medium: [], low: [] };
  for (const offer of offers) ranked[offer.priority].push(offer);
  return [...ranked.high, ...ranked.medium, ...ranked.low];
}
