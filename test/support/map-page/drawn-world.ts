import type { SpectatorSnapshot, TileRow, UnitRow } from '#shared/protocol/spectator/messages.js';
import { type SpectatorView, viewOf } from '#shared/protocol/spectator/view.js';

/** A made-up game of that size: land and sea, borders, ways, cities and units of eight nations all over it. */
export function drawnWorld(width: number, height: number, unitCount: number): SpectatorView {
  const count = width * height;
  const tiles = Array.from({ length: count }, (_, tile): TileRow => {
    const [x, y] = [tile % width, Math.floor(tile / width)];
    const rise = Math.sin(x / 7) + Math.cos(y / 5) + Math.sin((x + y) / 11);
    const terrain = rise < -0.4 ? 0 : 1 + (Math.floor(Math.abs(rise * 7 + x * y * 0.01)) % 6);
    const owner = terrain === 0 ? -1 : Math.floor(x / (width / 4)) + 4 * Math.floor(y / (height / 2));
    const extras = terrain > 0 && (x + y) % 3 === 0 ? [x % 4] : [];
    return [tile, terrain, owner, y % 17 === 0 ? 0 : 1, ...extras];
  });
  const units = Array.from({ length: unitCount }, (_, id): UnitRow => {
    const tile = Math.floor((id * count) / unitCount);
    return [id, id % 6, id % 8, tile, 4 + (id % 7), id % 3, 'idle', -1];
  });
  const snapshot: SpectatorSnapshot = {
    ...{ stream: 'drawn', version: 1, turn: 150, year: 1500, phase: 'movement', events: [], history: [] },
    map: { width, height, shape: 'square', wrap_x: true, wrap_y: false },
    rules: { ruleset: 'drawn', terrains, extras, unit_types: unitTypes },
    ...{ tiles, units, players },
    cities: Array.from({ length: 100 }, (_, id) => ({
      ...{ id, name: `City ${id}`, owner: id % 8, tile: Math.floor((id * count) / 100 + 37) % count },
      ...{ size: 1 + (id % 15), production: 'Warriors', shields: 3, buildings: [] },
    })),
  };
  return viewOf(snapshot);
}

const terrains = ['Ocean', 'Grassland', 'Plains', 'Forest', 'Hills', 'Mountains', 'Desert'].map(
  (name, id) => ({
    ...{ id, name, color: '#888888', is_water: id === 0 },
  }),
);

const extras = (['road', 'irrigation', 'river', 'mine'] as const).map((kind, id) => ({
  id,
  name: kind,
  kind,
}));

const unitTypes = (['soldier', 'settler', 'worker', 'rider', 'siege', 'ship'] as const).map((kind, id) => ({
  ...{ id, name: kind, kind, hp: 10, attack: 1, defense: 1 },
}));

const players = Array.from({ length: 8 }, (_, id) => ({
  ...{
    id,
    name: `Leader ${id}`,
    nation: `Nation ${id}`,
    color: `#${(id * 1870531 + 0x203040).toString(16).padStart(6, '0').slice(-6)}`,
  },
  ...{ is_ai: true, is_alive: true, is_barbarian: false, score: 10, gold: 50 },
  ...{ government: null, researching: null, techs: 3, cities: 12, units: 125 },
}));
