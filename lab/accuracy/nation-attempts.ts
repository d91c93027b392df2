import type { SpaceshipPlaceType } from '../../proxy/freeciv/generated/packets.js';
import { wireNameOf } from '../../proxy/rules/lookup/names.js';
import { ownResearch, techState } from '../../proxy/rules/lookup/research.js';
import { sharesVision } from '../../proxy/rules/players/diplomacy.js';
import { structuralsPlaced } from '../../proxy/rules/players/spaceship.js';
import type { World } from '../../proxy/world/world.js';
import type { Attempt } from './attempt.js';
import { isNamed } from './offer-target.js';

/** Attempts, and the names of the actions that offer such things. */
export interface AttemptsOfKind {
  readonly types: readonly string[];
  attempts(world: World): Attempt[];
}

/** All that a nation could try by itself. */
export const nationAttempts: readonly AttemptsOfKind[] = [
  { types: ['tech_research'], attempts: research },
  { types: ['tech_goal'], attempts: goals },
  { types: ['player_rates'], attempts: rates },
  { types: ['player_policy'], attempts: policies },
  { types: ['spaceship_place', 'spaceship_launch'], attempts: spaceship },
  { types: ['treaty_open', 'cancel_pact'], attempts: pacts },
  { types: ['player_government'], attempts: governments },
];

/** Every technology as what is researched. */
function research(world: World): Attempt[] {
  const researching = ownResearch(world)?.researching;
  return [...world.ruleset.techs.values()]
    .filter(({ id }) => id !== researching)
    .map(({ id, name, ruleName }) => {
      const wasKnown = isKnown(world, id);
      return {
        kind: 'research',
        what: `research ${name}`,
        isLight: true,
        offered: ({ type, target }) => type === 'tech_research' && isNamed(target, { name, ruleName }),
        send: (seat) => seat.request('player_research', { tech: id }),
        // With enough bulbs at hand it is learned at once.
        taken: () => ownResearch(world)?.researching === id || (!wasKnown && isKnown(world, id)),
        stillThere: () => true,
      };
    });
}

function isKnown(world: World, tech: number): boolean {
  const own = ownResearch(world);
  return own !== undefined && techState(own, tech) === 'known';
}

function goals(world: World): Attempt[] {
  const goal = () => ownResearch(world)?.techGoal;
  return [...world.ruleset.techs.values()]
    .filter(({ id }) => id !== goal())
    .map(({ id, name, ruleName }) => ({
      kind: 'goals',
      what: `work towards ${name}`,
      isLight: true,
      offered: ({ type, target }) => type === 'tech_goal' && isNamed(target, { name, ruleName }),
      send: (seat) => seat.request('player_tech_goal', { tech: id }),
      taken: (before) => goal() === id && before.version !== world.version,
      stillThere: () => true,
    }));
}

/** Every way to part a hundred in steps of ten, whatever the government allows. */
function rates(world: World): Attempt[] {
  const own = () => world.players.get(world.seat.player ?? -1);
  const tens = Array.from({ length: 11 }, (_, index) => index * 10);
  const all = tens.flatMap((tax) => tens.map((luxury) => ({ tax, luxury, science: 100 - tax - luxury })));
  return all
    .filter(({ science }) => science >= 0)
    .map(({ tax, luxury, science }) => ({
      kind: 'rates',
      what: `tax ${tax}, luxury ${luxury}, science ${science}`,
      isLight: true,
      offered: (offer) =>
        offer.type === 'player_rates' &&
        offer.tax === tax &&
        offer.luxury === luxury &&
        offer.science === science,
      send: (seat) => seat.request('player_rates', { tax, luxury, science }),
      taken: ({ player }) =>
        own()?.tax === tax && own()?.luxury === luxury && !(player?.tax === tax && player.luxury === luxury),
      stillThere: () => true,
    }));
}

/** Every setting of every policy, and those beside its ends. */
function policies(world: World): Attempt[] {
  const targets = () => world.players.get(world.seat.player ?? -1)?.multiplierTarget ?? [];
  const all = [...world.ruleset.multipliers.values()];
  return all.flatMap(({ id, name, ruleName, start, stop }) =>
    Array.from({ length: stop - start + 3 }, (_, index) => start - 1 + index).map((setting): Attempt => {
      return {
        kind: 'policies',
        what: `${name} ${setting}`,
        isLight: true,
        offered: (offer) =>
          offer.type === 'player_policy' &&
          offer.policy === wireNameOf({ name, ruleName }) &&
          offer.setting === setting,
        send: (seat) =>
          seat.request('player_multiplier', {
            count: all.length,
            multipliers: all.map((other) => (other.id === id ? setting : (targets()[other.id] ?? 0))),
          }),
        // A policy that is as it was the server tells of as well.
        taken: (before) => targets()[id] === setting && world.version > before.version,
        stillThere: () => true,
      };
    }),
  );
}

const shipParts: readonly (readonly [Exclude<SpaceshipPlaceType, `#${number}`>, string, number])[] = [
  ['SSHIP_PLACE_STRUCTURAL', 'structural', 32],
  ['SSHIP_PLACE_FUEL', 'fuel', 8],
  ['SSHIP_PLACE_PROPULSION', 'propulsion', 8],
  ['SSHIP_PLACE_HABITATION', 'habitation', 4],
  ['SSHIP_PLACE_LIFE_SUPPORT', 'life_support', 4],
  ['SSHIP_PLACE_SOLAR_PANELS', 'solar_panels', 4],
];

/** Every kind of part, in whatever place the server takes one; and the launch. */
function spaceship(world: World): Attempt[] {
  const ship = () => world.spaceships.get(world.seat.player ?? -1);
  const state = ship()?.sshipState;
  if (state !== 'SSHIP_STARTED') return [];
  const placed = () => {
    const now = ship();
    if (now === undefined) return 0;
    const { fuel, propulsion, habitation, lifeSupport, solarPanels } = now;
    return structuralsPlaced(now) + fuel + propulsion + habitation + lifeSupport + solarPanels;
  };
  const parts = shipParts.map(([type, part, most]): Attempt => {
    let was = 0;
    return {
      kind: 'spaceship',
      what: `place ${part}`,
      isLight: true,
      offered: (offer) => offer.type === 'spaceship_place' && offer.part === part,
      async send(seat) {
        was = placed();
        for (let num = 0; num < most; num += 1) {
          const reply = await seat.request('spaceship_place', { type, num });
          if (placed() > was) return reply;
        }
        return seat.request('spaceship_place', { type, num: most });
      },
      taken: () => placed() > was,
      stillThere: () => true,
    };
  });
  const launch: Attempt = {
    kind: 'spaceship',
    what: 'launch the spaceship',
    offered: ({ type }) => type === 'spaceship_launch',
    send: (seat) => seat.request('spaceship_launch', {}),
    taken: () => ship()?.sshipState === 'SSHIP_LAUNCHED',
    stillThere: () => true,
  };
  return [...parts, launch];
}

/** Every government but the one there is, or that a revolution is for already. */
function governments(world: World): Attempt[] {
  const own = () => world.players.get(world.seat.player ?? -1);
  const was = own();
  const underWay = (was?.revolutionFinishes ?? 0) > 0;
  return [...world.ruleset.governments.values()]
    .filter(({ id }) => id !== was?.government && !(underWay && id === was?.targetGovernment))
    .map(({ id, name, ruleName }) => ({
      kind: 'governments',
      what: `revolution for ${name}`,
      offered: ({ type, target }) => type === 'player_government' && isNamed(target, { name, ruleName }),
      send: (seat) => seat.request('player_change_government', { government: id }),
      taken: (_before, { messages }) => {
        const now = own();
        return (
          now?.government === id ||
          (now?.targetGovernment === id && was?.targetGovernment !== id) ||
          messages.some(({ event }) => event === 'E_REVOLT_START')
        );
      },
      stillThere: () => own()?.targetGovernment === was?.targetGovernment,
    }));
}

/** A meeting with everybody, and the end of every treaty. */
function pacts(world: World): Attempt[] {
  const own = world.seat.player ?? -1;
  const others = [...world.players.values()]
    .map(({ playerno }) => playerno)
    .filter((player) => player !== own);
  const about = (id: number) => (target: unknown) => JSON.stringify(target) === JSON.stringify({ id });
  return others.flatMap((id): Attempt[] => {
    const relation = () => world.diplomacy.get(own * 160 + id)?.type;
    const was = relation();
    const shared = sharesVision(world, own, id);
    const met = world.treaties.has(id);
    const common = { kind: 'pacts', stillThere: () => true };
    return [
      {
        ...common,
        what: `meet player ${id}`,
        offered: ({ type, target }) => type === 'treaty_open' && about(id)(target),
        send: (seat) => seat.request('diplomacy_init_meeting_req', { counterpart: id }),
        taken: () => !met && world.treaties.has(id),
      },
      {
        ...common,
        what: `cancel the treaty with player ${id}`,
        offered: ({ type, target, pact }) => type === 'cancel_pact' && pact === 'treaty' && about(id)(target),
        send: (seat) =>
          seat.request('diplomacy_cancel_pact', { otherPlayerId: id, clause: 'CLAUSE_CEASEFIRE' }),
        taken: () => relation() !== was,
      },
      {
        ...common,
        what: `share vision no more with player ${id}`,
        offered: ({ type, target, pact }) =>
          type === 'cancel_pact' && pact === 'shared_vision' && about(id)(target),
        send: (seat) => seat.request('diplomacy_cancel_pact', { otherPlayerId: id, clause: 'CLAUSE_VISION' }),
        taken: () => shared && !sharesVision(world, own, id),
      },
    ];
  });
}
