import { MapCanvas } from '../../../web/map/map-canvas.js';
import { drawnWorld } from './drawn-world.js';
import { EverythingAnew } from './everything-anew.js';

/** What a test or a bench does with the page's map, by what it finds as `map` on the window. */
export interface MapPage {
  /** Shows the world in that way. */
  show(kind: 'page' | 'anew', width: number, height: number, units: number): void;
  /** One update as of a turn: that many units have moved by a tile. */
  move(units: number): void;
}

declare global {
  interface Window {
    mapPage: MapPage;
  }
}

const [canvas, minimap] = document.querySelectorAll('canvas');
if (canvas === undefined || minimap === undefined) throw new Error('there is nothing to draw on');

let view = drawnWorld(1, 1, 0);
let map: MapCanvas | EverythingAnew | undefined;

window.mapPage = {
  show(kind, width, height, units) {
    map?.close();
    view = drawnWorld(width, height, units);
    map = kind === 'page' ? new MapCanvas({ canvas, minimap, onPick() {} }) : new EverythingAnew(canvas);
    map.show(view);
  },
  move(count) {
    const units = [...view.units.values()].slice(0, count).map((unit) => {
      const [id, type, owner, tile, ...rest] = unit;
      return [id, type, owner, (tile + 1) % view.tiles.size, ...rest] as const;
    });
    for (const unit of units) view.units.set(unit[0], unit);
    const { stream, version, header } = view;
    map?.update(view, { stream, since: version, version, ...header, units });
  },
};
