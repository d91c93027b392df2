import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GameDiplomacy, TreatyFate, TreatyRecord } from '#shared/protocol/diplomacy.js';
import { diplomacyAsOf } from '#shared/protocol/diplomacy-standings.js';
import { picture, time, viewedPlayer } from '../state.js';
import { fetchGame } from './fetch-game.js';

/** The newest treaties that are listed. */
const MAX_SHOWN = 40;

const fateWords: Readonly<Record<TreatyFate, string>> = {
  in_force: 'in force',
  kept: 'kept',
  cancelled: 'cancelled',
  broken: 'broken',
  expired: 'expired',
  void: 'void',
  given: 'given',
};

/** Every treaty of the game, what was said before it, and who kept or broke it. Not in the view of one player. */
export function Promises({ id }: { readonly id: string }) {
  const ledger = useSignal<GameDiplomacy | undefined>(undefined);
  const view = picture.value?.view;
  const isShown = view !== undefined && viewedPlayer.value === undefined;
  const lastPact = view?.events.findLast(({ kind }) => kind === 'diplomacy' || kind === 'war')?.id;
  useEffect(() => {
    if (!isShown) return;
    const end = new AbortController();
    void fetchGame<GameDiplomacy>(id, '/diplomacy', end.signal).then((found) => {
      if (!end.signal.aborted && found !== undefined) ledger.value = found;
    });
    return () => end.abort();
  }, [id, isShown, view?.header.turn, view?.header.phase, lastPact]);
  if (!isShown || ledger.value === undefined) return null;
  const shown = time.value.kind === 'past' ? diplomacyAsOf(ledger.value, time.value.turn) : ledger.value;
  const treaties = shown.treaties.toReversed();
  return (
    <section class="promises" aria-labelledby="promises" data-testid="promises">
      <h2 id="promises">Promises</h2>
      {treaties.length === 0 && <p class="muted">Nobody has agreed on anything yet.</p>}
      {shown.players.some(({ pacts }) => pacts > 0) && <Standings ledger={shown} />}
      {treaties.slice(0, MAX_SHOWN).map((treaty) => (
        <Treaty key={treaty.id} treaty={treaty} />
      ))}
      {treaties.length > MAX_SHOWN && <p class="muted">and {treaties.length - MAX_SHOWN} earlier ones</p>}
    </section>
  );
}

function Standings({ ledger }: { readonly ledger: GameDiplomacy }) {
  return (
    <table class="pacts">
      <thead>
        <tr>
          <th scope="col">Pacts of</th>
          <th scope="col">All</th>
          <th scope="col">Kept</th>
          <th scope="col">Cancelled</th>
          <th scope="col">Broken</th>
        </tr>
      </thead>
      <tbody>
        {ledger.players
          .filter(({ pacts }) => pacts > 0)
          .map(({ player, nation, pacts, kept, cancelled, broken }) => (
            <tr key={player}>
              <th scope="row">{nation}</th>
              <td>{pacts}</td>
              <td>{kept}</td>
              <td>{cancelled}</td>
              <td>{broken > 0 ? <strong class="broken">{broken}</strong> : 0}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function Treaty({ treaty }: { readonly treaty: TreatyRecord }) {
  const { turn, players, clauses, pact, fate, ended, proposed_by: proposer } = treaty;
  const gifts = clauses.filter(({ clause }) => clause !== pact);
  return (
    <details>
      <summary>
        <span class="muted">{turn}</span>
        <span class="treaty">
          {players.map(nationOrNumber).join(' and ')}: {pact === null ? 'a deal' : wordOf(pact)}
        </span>
        <span class={`fate ${fate}`}>
          {fateWords[fate]}
          {ended?.by != null && ` by ${nationOrNumber(ended.by)}`}
        </span>
      </summary>
      <div class="body">
        {proposer !== null && <p class="muted">Proposed by {nationOrNumber(proposer)}</p>}
        {treaty.source === 'state' && <p class="muted">Known by the relation of the two only</p>}
        {gifts.map(({ giver, clause, value }) => (
          <p key={`${giver} ${clause} ${value}`}>
            {nationOrNumber(giver)} gave {value !== null && <strong>{value}</strong>} {wordOf(clause)}
          </p>
        ))}
        {ended !== null && (
          <p>
            Ended in turn {ended.turn}; since then {wordOf(ended.relation)}
          </p>
        )}
        {treaty.said_before.map(({ from, to, text, turn: said }, index) => (
          <blockquote key={index}>
            <span class="muted">
              {nationOrNumber(from)} to {to === null ? 'all' : nationOrNumber(to)}, turn {said}
            </span>
            <br />
            {text}
          </blockquote>
        ))}
        {treaty.incidents.map(({ text, turn: happened }, index) => (
          <p key={index} class="muted">
            Turn {happened}: {text}
          </p>
        ))}
      </div>
    </details>
  );
}

function nationOrNumber(player: number): string {
  return picture.value?.view.players.get(player)?.nation ?? `player ${player}`;
}

const words: Readonly<Record<string, string>> = {
  ceasefire: 'cease-fire',
  advance: '(advance)',
  gold: 'gold',
};

function wordOf(name: string): string {
  return words[name] ?? name;
}
