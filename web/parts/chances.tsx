import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GameChances } from '#shared/protocol/chances.js';
import type { SpectatorPlayer } from '#shared/protocol/spectator/messages.js';
import { softenColor } from '../map/palette.js';
import { picture, time, viewedPlayer } from '../state.js';
import { fetchGame } from './fetch-game.js';
import { TurnChart } from './turn-chart.js';

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
  const lines = players.map(({ id, color, nation }) => ({
    key: id,
    name: nation,
    color: softenColor(color),
    points: turns.flatMap(({ turn, players: all }) => {
      const own = all.find(({ player }) => player === id);
      return own === undefined ? [] : [[turn, own.win] as const];
    }),
  }));
  return (
    <TurnChart
      label="Chance of each nation to win over the turns"
      lines={lines}
      turns={[first, last]}
      most={1}
      marked={past <= last ? past : undefined}
      format={(share) => `${share * 100} %`}
    />
  );
}
