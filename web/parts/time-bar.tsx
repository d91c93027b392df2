import { picture, recording, speed, time, viewedPlayer, watch } from '../state.js';

/** Turns for each second. */
const speeds = [0.5, 1, 2, 5, 10, 20];

/** A slider over the recorded turns, playback at several speeds, and a button back to the live game. */
export function TimeBar() {
  const turns = recording.value?.turns ?? [];
  const first = turns[0];
  if (first === undefined || turns.length < 2) return null;
  const now = time.value;
  const live = picture.value?.view.header.turn ?? first;
  const last = Math.max(turns.at(-1) ?? first, now.kind === 'live' ? live : first);
  const shown = now.kind === 'live' ? last : now.turn;
  const isPlaying = now.kind === 'past' && now.isPlaying;
  return (
    <div class="time" role="toolbar" aria-label="Time">
      <PlayButton first={first} isPlaying={isPlaying} />
      <input
        type="range"
        min={first}
        max={last}
        value={shown}
        aria-label="Turn"
        aria-valuetext={now.kind === 'live' ? `Live, turn ${live}` : `Turn ${shown} of ${last}`}
        onInput={(event) => watch.value?.seek(nearest(turns, Number(event.currentTarget.value)))}
      />
      <output class="muted">
        {shown}/{last}
      </output>
      <label class="speed">
        <span class="hidden">Speed</span>
        <select
          value={speed.value}
          onChange={(event) => {
            speed.value = Number(event.currentTarget.value);
            if (isPlaying) watch.value?.play(speed.value);
          }}
        >
          {speeds.map((turnsASecond) => (
            <option key={turnsASecond} value={turnsASecond}>
              {turnsASecond === 0.5 ? '½' : turnsASecond} {turnsASecond > 1 ? 'turns' : 'turn'}/s
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="live"
        aria-pressed={now.kind === 'live'}
        onClick={() => watch.value?.live()}
      >
        {recording.value?.is_live === false ? 'End' : 'Live'}
      </button>
    </div>
  );
}

function PlayButton({ first, isPlaying }: { readonly first: number; readonly isPlaying: boolean }) {
  const press = () => {
    if (isPlaying) return watch.value?.pause();
    // Live there is nothing to play: it is shown from the beginning.
    if (time.value.kind === 'live') watch.value?.seek(first);
    watch.value?.play(speed.value);
  };
  const name = isPlaying ? 'Pause' : 'Play';
  return (
    <button type="button" class="play" aria-label={name} title={name} onClick={press}>
      {isPlaying ? '❚❚' : '▶'}
    </button>
  );
}

/** Selects whose view is shown, of the recorded ones. */
export function ViewSelect() {
  const views = recording.value?.views ?? [];
  const players = picture.value?.view.players;
  if (views.length === 0 || players === undefined) return null;
  const choose = (text: string) => watch.value?.viewAs(text === '' ? undefined : Number(text));
  return (
    <label class="seen-by">
      <span class="muted">Seen by</span>{' '}
      <select
        aria-label="Seen by"
        value={viewedPlayer.value ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">everybody</option>
        {views.map((player) => (
          <option key={player} value={player}>
            {players.get(player)?.nation ?? `player ${player}`}
          </option>
        ))}
      </select>
    </label>
  );
}

function nearest(turns: readonly number[], wanted: number): number {
  const after = turns.find((turn) => turn >= wanted);
  return after ?? turns.at(-1) ?? wanted;
}
