import { effect } from '@preact/signals';
import { hydrate } from 'preact';
import type { Tournament } from '../../statistics/tournament.js';
import { TournamentPage } from './tournament-page.js';
import { fragment } from './tournament-state.js';

const root = document.getElementById('page');
const tournament: Tournament = JSON.parse(document.getElementById('tournament')?.textContent ?? '{}');
if (root !== null) hydrate(<TournamentPage tournament={tournament} />, root);

// After the first rendering, which is the one in the file.
fragment.value = location.hash;
window.addEventListener('hashchange', () => {
  fragment.value = location.hash;
});
effect(() => {
  location.hash = fragment.value;
});
