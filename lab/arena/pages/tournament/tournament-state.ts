import { computed, signal } from '@preact/signals';
import type { MatchResult } from '../../play/match-result.js';
import type { Tournament } from '../../statistics/tournament.js';

/** What is shown of a tournament, as in the fragment of the URL: `#match=s41-1`, `#compare=builder,ai:hard,41,0`. */
interface TournamentPlace {
  readonly match: string | undefined;
  readonly compared: Compared | undefined;
}

/** Two contestants on the same place of the same map. */
export interface Compared {
  readonly first: string;
  readonly second: string;
  readonly seed: number;
  readonly place: number;
}

/** Parses the fragment of the URL. */
function parsePlace(hash: string): TournamentPlace {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const [first, second, seed, place] = (fields.get('compare') ?? '').split(',');
  const compared =
    first === undefined || second === undefined || place === undefined
      ? undefined
      : { first, second, seed: Number(seed), place: Number(place) };
  return { match: fields.get('match') ?? undefined, compared };
}

/** The fragment of the URL. */
export const fragment = signal('');

/** Where the reader is. */
export const place = computed(() => parsePlace(fragment.value));

/** The match that is shown: that of the address, else the first; undefined when there is none. */
export function shownMatch({ matches }: Tournament): MatchResult | undefined {
  return matches.find(({ match }) => match === place.value.match) ?? matches[0];
}

/** Goes to a match, or compares; the address keeps it. */
export function goTo(to: string): void {
  fragment.value = `#${to}`;
}
