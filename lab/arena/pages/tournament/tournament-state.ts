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

/** The tournament that stands in the page. */
export const tournament: Tournament = JSON.parse(document.getElementById('tournament')?.textContent ?? '{}');

/** Where the reader is. */
export const place = signal(parsePlace(location.hash));

/** The match that is shown: that of the address, else the first; undefined when there is none. */
export const shownMatch = computed<MatchResult | undefined>(
  () => tournament.matches.find(({ match }) => match === place.value.match) ?? tournament.matches[0],
);

/** Goes to a match, or compares; the address keeps it. */
export function goTo(fragment: string): void {
  location.hash = fragment;
}

window.addEventListener('hashchange', () => {
  place.value = parsePlace(location.hash);
});
