import type { UnitView } from '#shared/protocol/state/unit.js';
import { picture, selected } from '../state.js';
import { needsConfirmation, targetTile } from './offers.js';
import { type PlayState, tileOf } from './play-state.js';
import type { PlayedSeat } from './played-seat.js';
import { type MenuEntry, tileMenu } from './playing.js';

/** Handles a click on a tile: carries out what it means when that is clear, else opens a menu. */
export function clickTile(seat: PlayedSeat, tile: number | undefined): void {
  const state = seat.state.value;
  tileMenu.value = undefined;
  selected.value = undefined;
  if (tile === undefined || state === undefined) return;
  const entries = menuEntries(seat, state, tile);
  const [only] = entries;
  const isPlain = entries.length === 1 && only !== undefined && needsNoMenu(only);
  if (isPlain) runMenuEntry(seat, only, tile);
  else {
    selected.value = tile;
    if (entries.length > 0) tileMenu.value = { tile, entries };
  }
}

/** Carries out an entry of the menu. */
export function runMenuEntry(seat: PlayedSeat, entry: MenuEntry, tile: number): void {
  tileMenu.value = undefined;
  selected.value = undefined;
  switch (entry.kind) {
    case 'offer':
      void seat.act(entry.offer);
      return;
    case 'choose':
      seat.chosen.value = entry.actor;
      return;
    case 'send':
      void seat.act({ ...moveOrder(seat, entry, tile), label: `${entry.name}: go there` });
  }
}

function moveOrder(seat: PlayedSeat, { unitId }: { readonly unitId: number }, tile: number) {
  const width = seat.state.value?.map.width ?? 1;
  const target = { x: tile % width, y: Math.floor(tile / width) };
  return { type: 'unit_move', unit_id: unitId, target };
}

function needsNoMenu(entry: MenuEntry): boolean {
  return entry.kind === 'choose' || (entry.kind === 'offer' && !needsConfirmation(entry.offer));
}

function menuEntries(seat: PlayedSeat, state: PlayState, tile: number): readonly MenuEntry[] {
  const chosen = seat.chosen.value;
  const unit = state.units.find(({ id }) => chosen?.kind === 'unit' && id === chosen.id);
  const isOn = unit !== undefined && tileOf(state, unit) === tile;
  const offers = seat.offers.value
    .filter((offer) => targetTile(state, offer) === tile)
    .map((offer): MenuEntry => ({ kind: 'offer', offer }));
  const others = ownUnitsAndCities(state, tile).filter(
    (entry) =>
      entry.kind === 'choose' && !(entry.actor.kind === chosen?.kind && entry.actor.id === chosen.id),
  );
  // The server refuses a way to a tile that is not known.
  const isKnown = picture.value?.view.tiles.has(tile) === true;
  const isWay = isKnown && unit !== undefined && !isOn && offers.length === 0 && unit.moves > 0;
  return [...offers, ...others, ...(isWay ? [sendEntry(unit)] : [])];
}

function sendEntry({ id, type_name }: UnitView): MenuEntry {
  return { kind: 'send', name: `${type_name} ${id}`, unitId: id };
}

function ownUnitsAndCities(state: PlayState, tile: number): readonly MenuEntry[] {
  const isHere = (thing: UnitView | PlayState['cities'][number]) =>
    thing.owner === state.player_id && tileOf(state, thing) === tile;
  const cities = state.cities.filter(isHere).map(({ id, name }): MenuEntry => {
    return { kind: 'choose', name, actor: { kind: 'city', id } };
  });
  const units = state.units.filter(isHere).map(({ id, type_name, moves_left }): MenuEntry => {
    const left = (moves_left ?? 0) > 0 ? `, ${moves_left} moves left` : '';
    return { kind: 'choose', name: `${type_name} ${id}${left}`, actor: { kind: 'unit', id } };
  });
  return [...cities, ...units];
}
