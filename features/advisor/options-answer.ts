import { type Failure, failure } from '#shared/core/failure.js';
import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { ActorOptions } from '#shared/protocol/state/options.js';
import { legalActions } from '../../proxy/actions/legal-actions.js';
import { actions } from '../../proxy/actions/registry.js';
import type { StateQuestion } from '../../proxy/api/answers/state-question.js';
import { canFoundCities } from '../../proxy/rules/units/action-enablers.js';
import type { World } from '../../proxy/world/world.js';
import { settleOffer } from './journey-offers.js';
import { suggestedJourneys } from './journeys.js';
import { actorOptions } from './options/actor-options.js';
import { bestSiteFor, foundersSites } from './settling/settling.js';
import { situationOf } from './situation.js';

/** Why there are no options to show: E130 for an id that is not a unit or city of the seat, E105 for an action that does not exist. */
export function optionsRefusal({ units, cities, seat }: World, query: StateQueryData): Failure | undefined {
  const { actor_id: actor, sections = [] } = query;
  const unknown = sections.find((name) => !actions.has(name));
  if (unknown !== undefined)
    return failure('E105', `There is no action ${unknown}`, { path: 'data.sections' });
  if (actor === undefined || actor === 'nation') return undefined;
  const found = units.get(actor) ?? cities.get(actor);
  if (found === undefined)
    return failure('E130', `You know no unit or city ${actor}`, { path: 'data.actor_id' });
  return found.owner === seat.player
    ? undefined
    : failure('E130', `${actor} is not yours`, { path: 'data.actor_id' });
}

/** What the actor of a query can do now, with what comes of it; without an actor, or with "nation", what the nation can do. */
export async function optionsState({ seat, query, metrics }: StateQuestion): Promise<ActorOptions> {
  const { actor_id: asked = 'nation', sections, as } = query;
  const timer = metrics.time('offers');
  const legal = await legalActions(seat, asked).finally(() => timer[Symbol.dispose]());
  const journeys = journeysOf(seat.world, asked);
  const actor = asked === 'nation' ? undefined : asked;
  const form = { actions: sections, isText: as === 'text' };
  return actorOptions(seat.world, actor, [...journeys, ...legal], form);
}

/** The suggested journey of a unit; for a founder of cities that to its site, as the standing plan that founds the city as well. */
function journeysOf(world: World, actor: number | 'nation'): readonly Offer[] {
  const unit = actor === 'nation' ? undefined : world.units.get(actor);
  if (unit === undefined) return [];
  if (!canFoundCities(world, unit))
    return suggestedJourneys(world).filter(({ unit_id: id }) => id === unit.id);
  const planned = foundersSites(situationOf(world)).get(unit.id)?.tile;
  const site = planned ?? bestSiteFor(world, unit);
  const offer = site === undefined || site === unit.tile ? undefined : settleOffer(world, unit, site);
  return offer === undefined ? [] : [offer];
}
