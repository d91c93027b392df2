import { selected } from '../state.js';
import { isGrave, targetTile } from './offers.js';
import { type PlayState, type PlayUnit, tileOf } from './play-state.js';
import { type MenuEntry, tileMenu } from './playing.js';
import type { Seat } from './seat.js';

/** Somebody has clicked on a tile: what can only mean one thing is done, else it is asked. */
export function pick(seat: Seat, tile: number | undefined): void {
  const state = seat.state.value;
  tileMenu.value = undefined;
  selected.value = undefined;
  if (tile === undefined || state === undefined) return;
  const entries = entriesFor(seat, state, tile);
  const [only] = entries;
  const isPlain = entries.length === 1 && only !== undefined && isMeantAtOnce(only);
  if (isPlain) enter(seat, only, tile);
  else {
    selected.value = tile;
    if (entries.length > 0) tileMenu.value = { tile, entries };
  }
}

/** Does what was chosen of the menu. */
export function enter(seat: Seat, entry: MenuEntry, tile: number): void {
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
      void seat.act({ ...sending(seat, entry, tile), label: `${entry.name}: go there` });
  }
}

function sending(seat: Seat, { unitId }: { readonly unitId: number }, tile: number) {
  const width = seat.state.value?.map.width ?? 1;
  const target = { x: tile % width, y: Math.floor(tile / width) };
  return { type: 'unit_move', unit_id: unitId, target };
}

function isMeantAtOnce(entry: MenuEntry): boolean {
  return entry.kind === 'choose' || (entry.kind === 'offer' && !isGrave(entry.offer));
}

function entriesFor(seat: Seat, state: PlayState, tile: number): readonly MenuEntry[] {
  const chosen = seat.chosen.value;
  const unit = state.units.find(({ id }) => chosen?.kind === 'unit' && id === chosen.id);
  const isOn = unit !== undefined && tileOf(state, unit) === tile;
  const offers = seat.offers.value
    .filter((offer) => targetTile(state, offer) === tile)
    .map((offer): MenuEntry => ({ kind: 'offer', offer }));
  const others = ownThings(state, tile).filter(
    (entry) =>
      entry.kind === 'choose' && !(entry.actor.kind === chosen?.kind && entry.actor.id === chosen.id),
  );
  const isWay = unit !== undefined && !isOn && offers.length === 0 && (unit.moves > 0 || others.length === 0);
  return [...offers, ...others, ...(isWay ? [sendEntry(unit)] : [])];
}

function sendEntry({ id, type_name }: PlayUnit): MenuEntry {
  return { kind: 'send', name: `${type_name} ${id}`, unitId: id };
}

function ownThings(state: PlayState, tile: number): readonly MenuEntry[] {
  const isHere = (thing: PlayUnit | PlayState['cities'][number]) =>
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
