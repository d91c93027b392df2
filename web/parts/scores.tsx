import type { SpectatorPlayer } from '#shared/protocol/spectator/messages.js';
import { softenColor } from '../map/palette.js';
import { picture } from '../state.js';
import { PlayedShare } from './played-share.js';
import { kindWords } from './state-words.js';

/** Table of the players by score. */
export function Scores() {
  const players = [...(picture.value?.view.players.values() ?? [])].filter(
    ({ is_barbarian }) => !is_barbarian,
  );
  const ranked = players.toSorted(
    (a, b) => Number(b.is_alive) - Number(a.is_alive) || (b.score ?? -1) - (a.score ?? -1),
  );
  return (
    <section aria-labelledby="scores">
      <h2 id="scores">Nations</h2>
      <table class="scores">
        <thead>
          <tr>
            <th scope="col">Nation</th>
            <th scope="col">Score</th>
            <th scope="col">Cities</th>
            <th scope="col">Units</th>
            <th scope="col">Techs</th>
            <th scope="col">Gold</th>
          </tr>
        </thead>
        <tbody>
          {ranked.map((player) => (
            <ScoreRow key={player.id} player={player} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ScoreRow({ player }: { readonly player: SpectatorPlayer }) {
  const agent = picture.value?.view.agents.get(player.id);
  const doing = [player.government ?? 'unknown', player.researching].filter(Boolean);
  return (
    <tr class={player.is_alive ? undefined : 'dead'}>
      <th scope="row">
        <span class="swatch" style={{ background: softenColor(player.color) }} aria-hidden="true" />
        <span>
          {player.nation} <span class="muted">{kindWords(player, agent)}</span>
          {agent !== undefined && (
            <small>
              <PlayedShare agent={agent} isShort />
            </small>
          )}
          <small title={`${player.name} · ${doing.join(', ')}`}>{doing.join(', ')}</small>
        </span>
      </th>
      <td>
        <strong>
          <Known value={player.score} />
        </strong>
      </td>
      <td>{player.cities}</td>
      <td>{player.units}</td>
      <td>
        <Known value={player.techs} />
      </td>
      <td>
        <Known value={player.gold} />
      </td>
    </tr>
  );
}

/** A value, or a sign that the seat does not know it. */
function Known({ value }: { readonly value: number | null }) {
  if (value !== null) return value;
  return (
    <abbr title="unknown">
      ?<span class="hidden">unknown</span>
    </abbr>
  );
}
