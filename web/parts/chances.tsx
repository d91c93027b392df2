import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GameChances } from '#shared/protocol/chances.js';
import type { SpectatorPlayer } from '#shared/protocol/spectator/messages.js';
import { softenColor } from '../map/palette.js';
import { picture, time, viewedPlayer } from '../state.js';
import { fetchGame } from './fetch-game.js';

const WIDTH = 360;
const HEIGHT = 130;
const LEFT = 34;
const BOTTOM = 18;

/** Each player's chance to win over the turns. Not in the view of one player, which is what an agent may see. */
export function Chances({ id }: { readonly id: string }) {
  const chances = useSignal<GameChances | undefined>(undefined);
  const view = picture.value?.view;
  const isShown = view !== undefined && viewedPlayer.value === undefined;
  useEffect(() => {
    if (!isShown) return;
    const end = new AbortController();
    void fetchGame<GameChances>(id, '/chances', end.signal).then((found) => {
      if (!end.signal.aborted && found !== undefined) chances.value = found;
    });
    return () => end.abort();
  }, [id, isShown, view?.header.turn, view?.header.phase]);
  const turns = chances.value?.turns ?? [];
  if (!isShown || turns.length < 2) return null;
  const players = [...view.players.values()].filter(({ is_barbarian }) => !is_barbarian);
  const past = time.value.kind === 'past' ? time.value.turn : Number.POSITIVE_INFINITY;
  const now = turns.findLast(({ turn }) => turn <= past) ?? turns[0];
  const best = now?.players.toSorted((a, b) => b.win - a.win)[0];
  return (
    <section aria-labelledby="chances" data-testid="chances">
      <h2 id="chances">Who wins</h2>
      <Curves turns={turns} players={players} past={past} />
      {best !== undefined && (
        <p class="muted">
          Turn {now?.turn}: {view.players.get(best.player)?.nation} {Math.round(best.win * 100)} %, with{' '}
          {Math.round(best.share * 100)} % of all points at the end
        </p>
      )}
    </section>
  );
}

interface CurvesProps {
  readonly turns: GameChances['turns'];
  readonly players: readonly SpectatorPlayer[];
  /** The turn that is shown; infinite when live. */
  readonly past: number;
}

function Curves({ turns, players, past }: CurvesProps) {
  const [first, last] = [turns[0]?.turn ?? 0, turns.at(-1)?.turn ?? 1];
  const x = (turn: number) => LEFT + ((turn - first) / Math.max(1, last - first)) * (WIDTH - LEFT - 6);
  const y = (share: number) => HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - 8);
  const mark = past <= last ? x(Math.max(first, past)) : undefined;
  return (
    <svg
      class="odds"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="Chance of each nation to win over the turns"
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line class="grid" x1={LEFT} x2={WIDTH - 6} y1={y(share)} y2={y(share)} />
          <text x={LEFT - 5} y={y(share) + 3.5} text-anchor="end">
            {share * 100} %
          </text>
        </g>
      ))}
      {mark !== undefined && <line class="now" x1={mark} x2={mark} y1={4} y2={HEIGHT - BOTTOM} />}
      <text x={LEFT} y={HEIGHT - 4}>
        turn {first}
      </text>
      <text x={WIDTH - 6} y={HEIGHT - 4} text-anchor="end">
        {last}
      </text>
      {players.map(({ id, color, nation }) => {
        const points = turns.flatMap(({ turn, players: all }) => {
          const own = all.find(({ player }) => player === id);
          return own === undefined ? [] : [`${x(turn).toFixed(1)},${y(own.win).toFixed(1)}`];
        });
        return (
          <polyline key={id} points={points.join(' ')} stroke={softenColor(color)}>
            <title>{nation}</title>
          </polyline>
        );
      })}
    </svg>
  );
}
