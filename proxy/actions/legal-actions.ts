import { displayName } from '../rules/names.js';
import { buildTargets } from '../rules/production.js';
import { ownResearch, researchableTechs } from '../rules/research.js';
import type { City } from '../world/city.js';
import type { World } from '../world/world.js';
import type { ActionPort } from './action.js';
import type { Offer } from './offer.js';
import { unitOffers } from './unit/offers.js';

const rank = { high: 0, medium: 1, low: 2 } as const;

/** Everything the seat can do now, the urgent first. The server is asked in one pipeline. */
export async function legalActions(port: ActionPort): Promise<Offer[]> {
  const { world } = port;
  if (world.turn.phase !== 'movement') return [];
  const own = world.seat.player;
  const units = [...world.units.values()].filter((unit) => unit.owner === own);
  const cities = [...world.cities.values()].filter((city) => city.owner === own);
  const ofUnits = await Promise.all(units.map((unit) => unitOffers(port, unit)));
  const offers = [
    ...ofUnits.flat(),
    ...cities.flatMap((city) => cityOffers(world, city)),
    ...researchOffers(world),
    endTurnOffer(world),
  ];
  return offers.sort((a, b) => rank[a.priority] - rank[b.priority]);
}

function cityOffers(world: World, city: City): Offer[] {
  const { detail } = city;
  return buildTargets(world, city)
    .filter(({ kind, value }) => detail?.productionKind !== kind || detail.productionValue !== value)
    .map((target) => ({
      type: 'city_production',
      actor_id: city.id,
      city_id: city.id,
      target: { value: target.name },
      priority: 'low',
      certain: true,
      label: `${city.name}: build ${target.name}`,
      cost: target.cost,
    }));
}

function researchOffers(world: World): Offer[] {
  const researching = ownResearch(world)?.researching;
  const idle = researching === undefined || !world.ruleset.techs.has(researching);
  return researchableTechs(world)
    .filter((tech) => tech.id !== researching)
    .map((tech) => ({
      type: 'tech_research',
      target: { value: displayName(tech.name) },
      priority: idle ? 'high' : 'low',
      certain: true,
      label: `research ${displayName(tech.name)}`,
    }));
}

function endTurnOffer(world: World): Offer {
  return { type: 'end_turn', priority: 'low', certain: true, label: `end turn ${world.game?.turn ?? 0}` };
}
