import { renderToString } from 'preact-render-to-string';
import type { Tournament } from '../../statistics/tournament.js';
import { TournamentPage } from './tournament-page.js';

/** The page of a tournament as HTML; of the report that needs no script, or of the page as it is before a script runs. */
export function tournamentMarkup(
  tournament: Tournament,
  { isReport }: { readonly isReport: boolean },
): string {
  return renderToString(<TournamentPage tournament={tournament} isReport={isReport} />);
}
