import type { ComponentChildren, RefObject } from 'preact';
import type { MapCanvas } from '../map/map-canvas.js';
import { isFollowing } from '../state.js';
import { Details } from './details.js';

interface MapBoardProps {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly minimap: RefObject<HTMLCanvasElement | null>;
  /** What draws on both, once it is there. */
  readonly map: { readonly current: MapCanvas | undefined };
  /** The keys that work on the map, for people who hear the page. */
  readonly keys: string;
  goTo(tile: number): void;
  readonly children?: ComponentChildren;
}

/** The map of a page, with the minimap, the buttons for zooming and what is told of the chosen tile. */
export function MapBoard({ canvas, minimap, map, keys, goTo, children }: MapBoardProps) {
  return (
    <main class="board">
      <canvas ref={canvas} class="map" tabIndex={0} aria-label={`Map. ${keys}`} />
      <canvas ref={minimap} class="minimap" role="img" aria-label="The whole world; press to go there" />
      <MapTools zoom={(factor) => map.current?.zoomBy(factor)} fit={() => map.current?.fit()} />
      <Details goTo={goTo} />
      {children}
    </main>
  );
}

interface MapToolsProps {
  zoom(factor: number): void;
  fit(): void;
}

/** Buttons to zoom, to fit the map and to follow events. */
function MapTools({ zoom, fit }: MapToolsProps) {
  return (
    <div class="tools" role="toolbar" aria-label="Map">
      <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => zoom(1.5)}>
        +
      </button>
      <button type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={() => zoom(1 / 1.5)}>
        −
      </button>
      <button type="button" aria-label="Show the whole world" title="Whole world (0)" onClick={fit}>
        ⤢
      </button>
      <button
        type="button"
        aria-pressed={isFollowing.value}
        aria-label="Follow what happens"
        title="Follow what happens"
        onClick={() => {
          isFollowing.value = !isFollowing.value;
        }}
      >
        ◎
      </button>
    </div>
  );
}
