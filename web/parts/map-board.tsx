import type { ComponentChildren, RefObject } from 'preact';
import type { MapCanvas } from '../map/map-canvas.js';
import { Details } from './details.js';
import { MapTools } from './map-tools.js';

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
