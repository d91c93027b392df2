import { ok, type Result } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { NumberedOffer, Offer } from '#shared/protocol/state/offer.js';
import type { World } from '../world/world.js';
import { invalidAction } from './action.js';

interface Numbering {
  readonly version: number;
  readonly offers: readonly Offer[];
}

/** The last offers a seat was given numbers for. */
const numberings = new WeakMap<World, Numbering>();

/** Gives offers numbers that may be sent back as long as the state has this version. */
export function numberedOffers(world: World, offers: readonly Offer[]): readonly NumberedOffer[] {
  numberings.set(world, { version: world.version, offers });
  return offers.map((offer, index) => ({ action_index: index, ...offer }));
}

/** The action itself where it was sent by its number; E130 when the numbers are of another version, or there is none. */
export function withoutNumber(world: World, data: ActionData): Result<ActionData> {
  const { action_index: index, version } = data;
  if (index === undefined) return ok(data);
  const known = numberings.get(world);
  const asked = version ?? known?.version;
  if (known === undefined || known.version !== world.version || asked !== world.version) {
    return invalidAction(
      'The state has changed since the actions were numbered: ask for them again',
      'data.version',
      {
        version: world.version,
        numbered_at: known?.version ?? null,
      },
    );
  }
  const offer = known.offers[index];
  if (offer === undefined) {
    return invalidAction(`There is no action ${index}`, 'data.action_index', {
      expected: `0-${known.offers.length - 1}`,
    });
  }
  return ok({ ...offer });
}
