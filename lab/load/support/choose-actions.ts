import { z } from 'zod';

type Data = Readonly<Record<string, unknown>>;

const offerSchema = z.looseObject({
  type: z.string().optional(),
  action_type: z.string().optional(),
  certain: z.boolean().optional(),
});

/** What is done of what is offered: what players do most, and nothing that ends something. */
const TASTE = [
  'unit_build_city',
  'unit_move',
  'unit_explore',
  'unit_fortify',
  'unit_build_road',
  'unit_build_irrigation',
  'unit_build_mine',
  'city_production',
  'tech_research',
];

/** At most this many of the offers of a state, each of another unit or city, ready to be sent. Cities are founded first. */
export function chooseActions(offers: unknown, count: number, random: () => number): readonly Data[] {
  const parsed = z.array(offerSchema).catch([]).parse(offers);
  const liked = parsed
    .map((offer) => ({ offer, type: offer.action_type ?? offer.type ?? '' }))
    .filter(({ offer, type }) => TASTE.includes(type) && offer.certain !== false)
    .map((each) => ({ ...each, key: each.type === 'unit_build_city' ? -1 : random() }))
    .sort((a, b) => a.key - b.key);
  const actors = new Set<unknown>();
  const chosen: Data[] = [];
  for (const { offer, type } of liked) {
    if (chosen.length >= count) break;
    const actor = offer.unit_id ?? offer.city_id ?? offer.actor_id ?? 'nation';
    if (actors.has(actor)) continue;
    actors.add(actor);
    chosen.push({ action_type: type, ...offer });
  }
  return chosen;
}
