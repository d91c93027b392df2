import type { Offer } from '#shared/protocol/state/offer.js';
import type { TargetKind } from '../map/scene.js';
import { type PlayState, tileOf } from './play-state.js';

/** What acts: a unit or a city. */
export type Actor =
  | { readonly kind: 'unit'; readonly id: number }
  | { readonly kind: 'city'; readonly id: number };

const hostile = /attack|capture|conquer|spy|sabotage|incite|bribe|nuke|steal|bombard|expel|explode|poison/;

/** Types of offers that cannot be undone. */
const irreversible =
  /^(unit_disband|unit_recycle|unit_join_city|cancel_pact|city_sell|player_government|unit_pillage)/;

/** True when an offer is only carried out after a confirmation. */
export function needsConfirmation({ type }: Offer): boolean {
  return irreversible.test(type);
}

/** The offers of a unit or city. */
export function offersOf({ legal_actions: all }: PlayState, actor: Actor | undefined): readonly Offer[] {
  if (actor === undefined) return [];
  return all.filter(({ unit_id, city_id }) => (actor.kind === 'unit' ? unit_id : city_id) === actor.id);
}

/** The offers of the nation: research, rates, treaties; without the end of the turn, which has its own button. */
export function offersOfNation({ legal_actions: all }: PlayState): readonly Offer[] {
  return all.filter(
    ({ unit_id, city_id, type }) => unit_id === undefined && city_id === undefined && type !== 'end_turn',
  );
}

/** The tile an offer acts on; undefined for offers without a place. */
export function targetTile(state: PlayState, { target }: Offer): number | undefined {
  return target !== undefined && 'x' in target ? tileOf(state, target) : undefined;
}

/** The tiles that offers act on, and how. */
export function targetsOf(state: PlayState, offers: readonly Offer[]): ReadonlyMap<number, TargetKind> {
  const targets = new Map<number, TargetKind>();
  for (const offer of offers) {
    const tile = targetTile(state, offer);
    if (tile === undefined || targets.get(tile) === 'attack') continue;
    const kind = hostile.test(offer.type) ? 'attack' : offer.type === 'unit_move' ? 'go' : 'other';
    targets.set(tile, kind);
  }
  return targets;
}

/** Groups offers by type, in order. */
export function byType(offers: readonly Offer[]): ReadonlyMap<string, readonly Offer[]> {
  const groups = new Map<string, Offer[]>();
  for (const offer of offers) {
    const group = groups.get(offer.type);
    if (group === undefined) groups.set(offer.type, [offer]);
    else group.push(offer);
  }
  return groups;
}

/** Shortcut keys by type of offer, for the chosen unit. */
export const SHORTCUT_KEYS: Readonly<Record<string, string>> = {
  unit_build_city: 'b',
  unit_explore: 'x',
  unit_fortify: 'f',
  unit_sentry: 's',
  unit_auto_work: 'a',
  unit_build_road: 'r',
  unit_build_irrigation: 'i',
  unit_build_mine: 'm',
  unit_load: 'l',
  unit_unload: 'u',
};
