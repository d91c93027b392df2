import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { MapCanvas } from '../../map/map-canvas.js';
import { Downloads } from '../../parts/downloads.js';
import { MapBoard } from '../../parts/map-board.js';
import { picture, selected, status } from '../../state.js';
import { loadStoredSeat } from '../../stored-seat.js';
import { openSpectatorLink } from '../../watch/spectator-link.js';
import { Watch } from '../../watch/watch.js';
import { tileOf } from '../play-state.js';
import type { PlayedSeat } from '../played-seat.js';
import { entered, leave, play, seat as playing } from '../playing.js';
import { listenForShortcuts } from '../shortcuts.js';
import { clickTile } from '../tile-click.js';
import { CityCard } from './city-card.js';
import { JoinForm } from './join-form.js';
import { NationCard } from './nation-card.js';
import { OthersCard } from './others-card.js';
import { OwnThings } from './own-things.js';
import { EndBar, SeatHead } from './seat-bars.js';
import { NewsList, RawView } from './side-panels.js';
import { TileChoice } from './tile-choice.js';
import { UnitCard } from './unit-card.js';

/** The page on which a person plays a seat of the game `id`, or of a new game without one. */
export function SeatPage({ id }: { readonly id: string | undefined }) {
  useEffect(() => {
    document.title = id === undefined ? 'A new game · FreeCiv' : `Play ${id} · FreeCiv`;
    const kept = id === undefined ? undefined : loadStoredSeat(id);
    if (playing.value?.gameId !== id) leave();
    if (kept !== undefined && playing.value === undefined) play(kept);
    return () => {
      if (playing.value?.gameId !== id) return;
      leave();
    };
  }, [id]);
  const seat = playing.value;
  const isSeated = seat?.state.value !== undefined;
  useEffect(() => {
    if (isSeated) entered.value = undefined;
  }, [isSeated]);
  const now = seat?.status.value;
  const problem = now?.kind === 'over' && seat?.state.value === undefined ? now.reason : undefined;
  if (seat === undefined || seat.gameId !== id || problem !== undefined) {
    const fields = entered.value?.gameId === id ? entered.value : undefined;
    return <JoinForm id={fields?.isNew === true ? undefined : id} entered={fields} problem={problem} />;
  }
  return <Board key={id} seat={seat} />;
}

function Board({ seat }: { readonly seat: PlayedSeat }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const minimap = useRef<HTMLCanvasElement>(null);
  const map = useRef<MapCanvas | undefined>(undefined);
  const goTo = (tile: number) => map.current?.goTo(tile);
  const goToChosen = () => {
    const [state, chosen] = [seat.state.value, seat.chosen.value];
    const things = chosen?.kind === 'city' ? state?.cities : state?.units;
    const thing = things?.find(({ id }) => id === chosen?.id);
    if (state !== undefined && thing !== undefined) goTo(tileOf(state, thing));
  };
  const next = () => {
    if (seat.selectNextUnit() !== undefined) goToChosen();
  };
  useEffect(() => {
    if (canvas.current === null || minimap.current === null) return undefined;
    const shown = new MapCanvas({
      canvas: canvas.current,
      minimap: minimap.current,
      onPick: (tile) => clickTile(seat, tile),
    });
    map.current = shown;
    const end = new AbortController();
    listenForShortcuts(seat, end.signal, { onNext: goToChosen });
    const stops = [
      watchOwnView(seat, shown),
      showChoice(seat, shown),
      goThereAtFirst(seat, shown, goToChosen),
    ];
    return () => {
      for (const stop of stops) stop();
      end.abort();
      shown.close();
    };
  }, [seat]);
  return (
    <div class="page playing">
      <SeatHead seat={seat} />
      <MapBoard
        {...{ canvas, minimap, map, goTo }}
        keys="Arrow keys move it, plus and minus zoom, space acts on the middle, Tab or N goes to the next unit and Shift Tab leaves, Enter ends the turn."
      >
        <TileChoice seat={seat} />
      </MapBoard>
      <EndBar seat={seat} next={next} />
      <aside class="side" aria-label="Your nation">
        <Chosen seat={seat} goTo={goTo} />
        <OwnThings seat={seat} goTo={goTo} />
        <NationCard seat={seat} />
        <OthersCard seat={seat} />
        <NewsList seat={seat} />
        <RawView seat={seat} />
        <Downloads id={seat.gameId} map={map} token={seat.kept.token} view={seat.kept.agentId} />
      </aside>
    </div>
  );
}

/** Watches the game in the view of the seat, so that the map shows only what the seat knows. Returns what ends it. */
function watchOwnView(seat: PlayedSeat, map: MapCanvas): () => void {
  picture.value = undefined;
  selected.value = undefined;
  const { token, agentId } = seat.kept;
  const place = { turn: undefined, player: undefined, agent: agentId };
  const { gameId } = seat;
  const watch = new Watch({
    gameId,
    token,
    target: place,
    openLink: openSpectatorLink,
    events: {
      onView(view) {
        map.show(view);
        picture.value = { view };
      },
      onUpdate(view, update) {
        map.update(view, update);
        picture.value = { view, update };
        if (update.units ?? update.cities ?? update.removed ?? update.players) seat.refreshSoon();
      },
      onRecording() {},
      onTarget() {},
      onStatus(now) {
        if (now.kind !== 'needs_token' && now.kind !== status.value.kind) status.value = now;
      },
    },
  });
  return () => watch.close();
}

/** Marks the chosen unit or city on the map, and the tiles where it can act. */
function showChoice(seat: PlayedSeat, map: MapCanvas): () => void {
  return effect(() => {
    const [state, chosen] = [seat.state.value, seat.chosen.value];
    const things = chosen?.kind === 'city' ? state?.cities : state?.units;
    const thing = things?.find(({ id }) => id === chosen?.id);
    const own = state && thing && tileOf(state, thing);
    map.target(seat.targets.value);
    map.select(selected.value ?? own);
  });
}

/** Opens the map on the seat's home, then on the first chosen unit. */
function goThereAtFirst(seat: PlayedSeat, map: MapCanvas, goToChosen: () => void): () => void {
  let isOpened = false;
  let isDone = false;
  return effect(() => {
    const [state, chosen] = [seat.state.value, seat.chosen.value];
    if (isDone || state === undefined || picture.value === undefined) return;
    if (!isOpened) map.openOn(state.player_id);
    isOpened = true;
    if (chosen === undefined) return;
    isDone = true;
    goToChosen();
  });
}

function Chosen({ seat, goTo }: { readonly seat: PlayedSeat; goTo(tile: number): void }) {
  const [state, chosen] = [seat.state.value, seat.chosen.value];
  if (state === undefined) return <p class="muted">Taking the seat …</p>;
  const unit = state.units.find(({ id }) => chosen?.kind === 'unit' && id === chosen.id);
  const city = state.cities.find(({ id }) => chosen?.kind === 'city' && id === chosen.id);
  if (unit !== undefined) return <UnitCard seat={seat} unit={unit} goTo={goTo} />;
  if (city !== undefined) return <CityCard key={city.id} seat={seat} city={city} goTo={goTo} />;
  return <p class="muted">Choose a unit or a city, on the map or below.</p>;
}
