import { useEffect, useRef } from 'preact/hooks';
import type { SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { MapCanvas } from '../map/map-canvas.js';
import { ModelPanel } from '../model/parts/model-panel.js';
import { InvitePerson } from '../people/invite-person.js';
import {
  history,
  isFollowing,
  pageLocation,
  picture,
  recording,
  replaceHash,
  selected,
  staticPage,
  status,
  time,
  token,
  viewedPlayer,
  watch,
} from '../state.js';
import { openSpectatorLink } from '../watch/spectator-link.js';
import { Watch } from '../watch/watch.js';
import type { WatchEvents } from '../watch/watch-status.js';
import { yearText } from '../year.js';
import { AgentList } from './agent-list.js';
import { Chances } from './chances.js';
import { ConnectAgent } from './connect-agent.js';
import { Downloads } from './downloads.js';
import { Feed } from './feed.js';
import { GameTask } from './game-task.js';
import { MapBoard } from './map-board.js';
import { Plot } from './plot.js';
import { Process } from './process.js';
import { Promises } from './promises.js';
import { Scores } from './scores.js';
import { TimeBar, ViewSelect } from './time-bar.js';

/** The page of one game: map, players, events, scores and the time bar. */
export function GamePage({ id }: { readonly id: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const minimap = useRef<HTMLCanvasElement>(null);
  const map = useRef<MapCanvas | undefined>(undefined);
  useEffect(() => {
    if (canvas.current === null || minimap.current === null) return undefined;
    const shown = new MapCanvas({
      canvas: canvas.current,
      minimap: minimap.current,
      onPick: (tile) => {
        selected.value = tile;
      },
    });
    map.current = shown;
    const stop = follow(id, shown);
    document.title = `${id} · FreeCiv`;
    return () => {
      stop();
      shown.close();
    };
  }, [id]);
  useEffect(() => map.current?.select(selected.value), [selected.value]);
  // Somebody has changed the address of the page that is shown.
  useEffect(() => {
    if (pageLocation.value !== undefined) watch.value?.goTo(pageLocation.value);
  }, [pageLocation.value]);
  const goTo = (tile: number) => {
    selected.value = tile;
    map.current?.goTo(tile);
    // On a phone the map is above what was pressed.
    canvas.current?.scrollIntoView({ block: 'nearest' });
  };
  const isLive = staticPage.value === undefined;
  return (
    <div class="page">
      <Head id={id} />
      <MapBoard
        {...{ canvas, minimap, map, goTo }}
        keys="Arrow keys move it, plus and minus zoom, 0 shows the whole world, Enter tells of the middle."
      />
      <TimeBar />
      <aside class="side" aria-label="The game">
        {isLive && <GameTask id={id} />}
        <Scores />
        <AgentList goTo={goTo} />
        {isLive && <ModelPanel gameId={id} />}
        <Plot />
        <Process id={id} />
        <Chances id={id} />
        <Promises id={id} />
        <Feed goTo={goTo} />
        {isLive && picture.value?.view.header.phase !== 'game_over' && (
          <>
            <ConnectAgent gameId={id} />
            <InvitePerson gameId={id} />
          </>
        )}
        <Downloads
          id={id}
          map={map}
          token={token.value}
          view={viewedPlayer.value === undefined ? undefined : `player:${viewedPlayer.value}`}
        />
      </aside>
    </div>
  );
}

/** Watches the game until the returned function is called. */
function follow(id: string, map: MapCanvas): () => void {
  const asked = pageLocation.value;
  const from = { turn: asked?.turn, player: asked?.player };
  picture.value = undefined;
  recording.value = undefined;
  history.value = [];
  selected.value = undefined;
  viewedPlayer.value = undefined;
  status.value = { kind: 'connecting' };
  const openLink = staticPage.value?.openLink ?? openSpectatorLink;
  const events = shownEvents(id, map, from.player);
  const watched = new Watch({ gameId: id, token: token.value, target: from, openLink, events });
  watch.value = watched;
  return () => {
    watch.value = undefined;
    watched.close();
  };
}

/** Handlers that show what is watched on the page and the map. The map opens on the home of the viewed player, first of `player`. */
function shownEvents(gameId: string, map: MapCanvas, player: number | undefined): WatchEvents {
  let openedOn = player;
  map.openOn(openedOn ?? 'agents');
  return {
    onView(view) {
      show(view);
      map.show(view);
      if (viewedPlayer.value !== openedOn) map.openOn(viewedPlayer.value);
      openedOn = viewedPlayer.value;
    },
    onUpdate(view, update) {
      show(view, update);
      map.update(view, update);
      const tile = update.events?.findLast((event) => event.tile !== undefined)?.tile;
      if (isFollowing.value && tile !== undefined) map.goTo(tile);
    },
    onRecording(info) {
      recording.value = info;
    },
    onTarget(now, viewed) {
      // Each seat has another view of the other players, and so another history.
      if (viewed !== viewedPlayer.value) history.value = [];
      time.value = now;
      viewedPlayer.value = viewed;
      replaceHash({ gameId, turn: now.kind === 'past' ? now.turn : undefined, player: viewed });
    },
    onStatus(now) {
      if (now.kind !== status.value.kind) status.value = now;
    },
  };
}

/** Shows a changed view. The history of the plot is kept while the past is shown. */
function show(view: SpectatorView, update?: SpectatorUpdate): void {
  picture.value = { view, ...(update && { update }) };
  if (view.history.length > history.value.length) history.value = view.history;
  const { turn } = view.header;
  const info = recording.value;
  const isNew = time.value.kind === 'live' && turn > (info?.turns.at(-1) ?? turn);
  if (info !== undefined && isNew) recording.value = { ...info, turns: [...info.turns, turn] };
}

function Head({ id }: { readonly id: string }) {
  const header = picture.value?.view.header;
  return (
    <header class="head">
      <a href={staticPage.value?.home ?? '#/'} class="back" aria-label="All games">
        ‹
      </a>
      <h1>{id}</h1>
      {header !== undefined && (
        <p class="turn">
          Turn <strong data-testid="turn">{header.turn}</strong>
          <span class="muted"> · {yearText(header.year)}</span>
        </p>
      )}
      <ViewSelect />
      <Waiting />
      <Status />
      {header?.phase !== 'game_over' && staticPage.value === undefined && (
        <a class="play-link" href={`#/play/${id}`}>
          Play
        </a>
      )}
    </header>
  );
}

/** The players that the turn waits for, once an agent has ended its turn. */
function Waiting() {
  const view = picture.value?.view;
  if (view === undefined || time.value.kind === 'past' || view.header.phase !== 'movement') return null;
  const agents = [...view.agents.values()];
  const awaited = agents.filter(({ clock }) => clock.state === 'thinking');
  if (awaited.length === 0 || !agents.some(({ clock }) => clock.state === 'ended')) return null;
  const names = awaited.map(({ player, presence }) => {
    const nation = view.players.get(player)?.nation ?? '';
    return presence === 'connected' ? nation : `${nation} (away)`;
  });
  return (
    <p class="muted waiting" data-testid="waiting">
      Waits for {names.join(', ')}
    </p>
  );
}

function Status() {
  const now = status.value;
  const present = picture.value?.view.header.phase === 'game_over' ? 'Game over' : 'Live';
  const words = {
    connecting: 'Connecting …',
    live: time.value.kind === 'past' ? 'In the past' : present,
    lost: 'Connection lost, trying again …',
    waiting: now.kind === 'waiting' ? now.reason : '',
    needs_token: 'A token is needed',
    refused: now.kind === 'refused' ? now.reason : '',
  };
  return (
    <p class={`status ${now.kind} ${time.value.kind}`} role="status">
      <span class="dot" aria-hidden="true" />
      {words[now.kind]}
    </p>
  );
}
