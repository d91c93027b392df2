import type { Tournament } from '../../statistics/tournament.js';
import { linkedTurns, replayAddress } from './replay-links.js';
import { Table } from './table.js';

interface NotesProps {
  readonly tournament: Tournament;
}

/** The games that do not count, or in part, and why. */
export function LeftOut({ tournament: { matches, scenarios } }: NotesProps) {
  const odd = matches.filter(({ status }) => status !== 'valid');
  const rule =
    scenarios === undefined
      ? 'Of an invalid game nothing counts; of a partial one what was played.'
      : 'Of a game that is not valid nothing counts.';
  return (
    <section class="card" aria-labelledby="left-out">
      <h2 id="left-out">Left out</h2>
      <p class="muted">{odd.length === 0 ? 'Every game counts in full.' : rule}</p>
      {odd.length > 0 && (
        <Table
          hasWords
          heads={['Game', 'Verdict', 'Played to', 'Why']}
          rows={odd.map(({ match, status, reason, playedTo }) => [match, status, playedTo, reason])}
        />
      )}
    </section>
  );
}

/** Links into the recordings of all games. */
export function RecordedGames({ tournament: { matches } }: NotesProps) {
  return (
    <section class="card" aria-labelledby="games">
      <h2 id="games">Games</h2>
      <p class="muted">Each from a turn on, where a web server serves this folder.</p>
      <Table
        hasWords
        heads={['Game', 'Players', 'Turns']}
        rows={matches.map(({ match, playedTo, players }) => [
          match,
          [...new Set(players.map(({ contestant }) => contestant))].join(', '),
          <TurnLinks key="turns" match={match} playedTo={playedTo} />,
        ])}
      />
    </section>
  );
}

/** Links to turns of a recording. */
export function TurnLinks({ match, playedTo }: { readonly match: string; readonly playedTo: number }) {
  return linkedTurns(playedTo).map((turn) => (
    <span key={turn}>
      <a href={replayAddress(match, turn)}>{turn}</a>{' '}
    </span>
  ));
}

/** What was played with, by which the games can be repeated. */
export function Repeating({ tournament: { manifest } }: NotesProps) {
  const { made_with: made, results_hash: hash, options } = manifest;
  const facts: readonly (readonly [string, string])[] = [
    ['Package version', made.version],
    ['Commit', made.commit ?? 'unknown'],
    ['Game server', made.server ?? 'unknown'],
    ['SHA-256 of its rules', made.ruleset ?? 'unknown'],
    ['SHA-256 of the tools of models', made.tools],
    ...(made.scenarios === null ? [] : [['SHA-256 of the list of scenarios', made.scenarios] as const]),
    ...Object.entries(made.prompts).map(
      ([model, prompt]) => [`SHA-256 of the prompt of ${model}`, prompt] as const,
    ),
    ['Seeds', options.seeds.join(', ')],
    ['SHA-256 of all results', hash ?? 'not complete'],
  ];
  return (
    <section class="card" aria-labelledby="repeating">
      <h2 id="repeating">To repeat it</h2>
      <p>
        <code>npm run arena -- --manifest manifest.json</code>
      </p>
      <p class="muted">Games of bots and AIs have the same result again. Games of language models do not.</p>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt class="muted">{name}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
