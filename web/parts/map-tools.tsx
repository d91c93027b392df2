import { isFollowing } from '../state.js';

interface MapToolsProps {
  zoom(factor: number): void;
  fit(): void;
}

/** Buttons to zoom, to fit the map and to follow events. */
export function MapTools({ zoom, fit }: MapToolsProps) {
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
