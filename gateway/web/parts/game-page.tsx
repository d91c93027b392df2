import { useEffect, useRef } from 'preact/hooks';
import { MapCanvas } from '../map/map-canvas.js';
import { isFollowing, picture, selected, status, token } from '../state.js';
import { Watch } from '../watch.js';
import { Details } from './details.js';
import { Feed } from './feed.js';
import { MapTools } from './map-tools.js';
import { Plot } from './plot.js';
import { Scores } from './scores.js';

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
  const goTo = (tile: number) => {
    selected.value = tile;
    map.current?.goTo(tile);
    // On a phone the map is above what was pressed.
    canvas.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div class="page">
      <Head id={id} />
      <main class="board">
        <canvas
          ref={canvas}
          class="map"
          tabIndex={0}
          aria-label="Map. Arrow keys move it, plus and minus zoom, 0 shows the whole world, Enter tells of the middle."
        />
        <canvas ref={minimap} class="minimap" role="img" aria-label="The whole world; press to go there" />
        <MapTools zoom={(factor) => map.current?.zoomBy(factor)} fit={() => map.current?.fit()} />
        <Details goTo={goTo} />
      </main>
      <aside class="side" aria-label="The game">
        <Scores />
        <Plot />
        <Feed goTo={goTo} />
      </aside>
    </div>
  );
}

/** Watches the game until the function that it answers is called. */
function follow(id: string, map: MapCanvas): () => void {
  picture.value = undefined;
  selected.value = undefined;
  status.value = { name: 'connecting' };
  const watch = new Watch(id, token.value, {
    onView(view) {
      picture.value = { view };
      map.show(view);
    },
    onUpdate(view, update) {
      picture.value = { view, update };
      map.update(view, update);
      const place = update.events?.findLast(({ tile }) => tile !== undefined)?.tile;
      if (isFollowing.value && place !== undefined) map.goTo(place);
    },
    onStatus(now) {
      if (now.name !== status.value.name) status.value = now;
    },
  });
  return () => watch.close();
}

function Head({ id }: { readonly id: string }) {
  const header = picture.value?.view.header;
  return (
    <header class="head">
      <a href="#/" class="back" aria-label="All games">
        ‹
      </a>
      <h1>{id}</h1>
      {header !== undefined && (
        <p class="turn">
          Turn <strong data-testid="turn">{header.turn}</strong>
          <span class="muted"> · {yearText(header.year)}</span>
        </p>
      )}
      <Status />
    </header>
  );
}

function yearText(year: number): string {
  return year < 0 ? `${-year} BC` : `${year} AD`;
}

function Status() {
  const now = status.value;
  const words = {
    connecting: 'Connecting …',
    live: picture.value?.view.header.phase === 'game_over' ? 'Game over' : 'Live',
    lost: 'Connection lost, trying again …',
    needs_token: 'A token is needed',
    refused: now.name === 'refused' ? now.reason : '',
  };
  return (
    <p class={`status ${now.name}`} role="status">
      <span class="dot" aria-hidden="true" />
      {words[now.name]}
    </p>
  );
}
