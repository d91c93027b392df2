import type { Reply } from '../../freeciv/brackets.js';
import type { EventType } from '../../freeciv/generated/packets-3.0.js';
import { displayName } from '../../rules/names.js';
import { ownResearch } from '../../rules/research.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { StateBefore } from '../changes.js';
import type { ActTarget } from './act-target.js';

/** What is known after the server has dealt with a unit action. */
export interface Happened {
  readonly before: StateBefore;
  readonly world: World;
  readonly replies: readonly Reply[];
  readonly events: ReadonlySet<EventType>;
  /** The acting unit as it was, and as it is: undefined when it is gone. */
  readonly unit: Unit;
  readonly actor: Unit | undefined;
  readonly target: ActTarget;
}

export function happened(
  unit: Unit,
  target: ActTarget,
  before: StateBefore,
  world: World,
  replies: readonly Reply[],
): Happened {
  const events = new Set(replies.flatMap(({ messages }) => messages.map(({ event }) => event)));
  return { before, world, replies, events, unit, actor: world.units.get(unit.id), target };
}

/** Whether the unit tried: it succeeded, or it paid for failing with its life, its moves or its health. */
export function wasTried(what: Happened, succeeded: boolean): boolean {
  if (succeeded) return true;
  // For an illegal action the server may take moves away without doing anything.
  if (what.events.has('E_UNIT_ILLEGAL_ACTION')) return false;
  const { unit, actor } = what;
  return (
    actor === undefined ||
    actor.tile !== unit.tile ||
    actor.hp !== unit.hp ||
    actor.detail?.movesleft !== unit.detail?.movesleft
  );
}

/** What an agent is told of it; the rest stands in the changes. */
export function actResult(what: Happened, knownBefore: ReadonlySet<number>): Record<string, unknown> {
  const { before, world, unit, actor } = what;
  const own = unit.owner;
  const gold = (world.players.get(own)?.gold ?? 0) - Number(before.player?.gold ?? 0);
  const units = [...world.units.values()].filter(
    ({ id, owner }) => owner === own && before.units.get(id)?.owner !== own,
  );
  const cities = [...world.cities.values()].filter(
    ({ id, owner }) => owner === own && before.cities.get(id)?.owner !== own,
  );
  const techs = [...knownTechs(world)].filter((tech) => !knownBefore.has(tech));
  return {
    actor_survived: actor !== undefined,
    ...(actor !== undefined && actor.tile !== unit.tile
      ? { new_position: world.map.position(actor.tile) }
      : {}),
    ...(gold === 0 ? {} : { gold_change: gold }),
    ...(units.length === 0 ? {} : { units_gained: units.map(({ id }) => id) }),
    ...(cities.length === 0 ? {} : { cities_gained: cities.map(({ id }) => id) }),
    ...(techs.length === 0
      ? {}
      : { techs_gained: techs.map((tech) => displayName(world.ruleset.techs.get(tech)?.name ?? '')) }),
  };
}

const KNOWN = '2';

/** The numbers of the technologies the seat knows. */
export function knownTechs(world: World): Set<number> {
  const inventions = [...(ownResearch(world)?.inventions ?? '')];
  return new Set(inventions.flatMap((state, tech) => (state === KNOWN ? [tech] : [])));
}
