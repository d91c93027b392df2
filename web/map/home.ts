import type { SpectatorView } from '#shared/protocol/spectator/view.js';

/** A capital's building. */
const PALACE = 'palace';

/**
 * The tile a view of that player opens on: its capital, else its oldest city, else its oldest unit, else the first
 * tile it knows. Undefined as long as the view is empty.
 */
export function homeTile(view: SpectatorView, player: number): number | undefined {
  const cities = [...view.cities.values()].filter(({ owner }) => owner === player);
  const capital = cities.find(({ buildings }) => buildings.some((name) => name.toLowerCase() === PALACE));
  const city = capital ?? cities.toSorted((a, b) => a.id - b.id)[0];
  if (city !== undefined) return city.tile;
  const units = [...view.units.values()].filter(([, , owner]) => owner === player);
  const unit = units.toSorted(([a], [b]) => a - b)[0];
  return unit === undefined ? view.tiles.keys().next().value : unit[3];
}
