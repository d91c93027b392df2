import type { Reply } from '../../freeciv/brackets.js';
import type { EventType, ServerPacketName } from '../../freeciv/generated/packets.js';
import { wireNameOf } from '../../rules/lookup/names.js';
import { knownTechIds, ownResearch } from '../../rules/lookup/research.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { StateBefore } from '../changes.js';
import { combatOf } from './combat.js';
import type { UnitActionTarget } from './unit-action-target.js';

/** What is known after the server has dealt with a unit action. */
export interface UnitActionOutcome {
  readonly before: StateBefore;
  readonly world: World;
  readonly replies: readonly Reply[];
  readonly events: ReadonlySet<EventType>;
  /** The acting unit as it was, and as it is: undefined when it is gone. */
  readonly unit: Unit;
  readonly actor: Unit | undefined;
  readonly target: UnitActionTarget;
}

/** Collects what is known after the bracket of a unit action has closed. */
export function unitActionOutcome(
  unit: Unit,
  target: UnitActionTarget,
  before: StateBefore,
  world: World,
  replies: readonly Reply[],
): UnitActionOutcome {
  const events = new Set(replies.flatMap(({ messages }) => messages.map(({ event }) => event)));
  return { before, world, replies, events, unit, actor: world.units.get(unit.id), target };
}

/** Whether the unit tried: it succeeded, or it paid for failing with its life, its moves or its health. */
export function wasTried(what: UnitActionOutcome, succeeded: boolean): boolean {
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

/** The `state_change` of a unit action; entities that changed are listed in `changes` beside it. */
export function unitActionResult(
  what: UnitActionOutcome,
  knownBefore: ReadonlySet<number>,
): Record<string, unknown> {
  const { before, world, unit, actor } = what;
  const own = unit.owner;
  const gold = (world.players.get(own)?.gold ?? 0) - Number(before.player?.gold ?? 0);
  const units = [...world.units.values()].filter(
    ({ id, owner }) => owner === own && before.units.get(id)?.owner !== own,
  );
  const cities = [...world.cities.values()].filter(
    ({ id, owner }) => owner === own && before.cities.get(id)?.owner !== own,
  );
  const { died } = combatOf(what.replies, before, world);
  const killed = [...died].filter((id) => before.units.get(id)?.owner !== own);
  const techs = [...knownTechIds(ownResearch(world))].filter((tech) => !knownBefore.has(tech));
  return {
    actor_survived: actor !== undefined,
    ...(actor !== undefined && actor.tile !== unit.tile
      ? { new_position: world.map.position(actor.tile) }
      : {}),
    ...(gold === 0 ? {} : { gold_change: gold }),
    ...(killed.length === 0 ? {} : { units_defeated: killed }),
    ...(units.length === 0 ? {} : { units_gained: units.map(({ id }) => id) }),
    ...(cities.length === 0 ? {} : { cities_gained: cities.map(({ id }) => id) }),
    ...(techs.length === 0
      ? {}
      : { techs_gained: techs.map((tech) => wireNameOf(world.ruleset.techs.get(tech))) }),
  };
}

type SuccessSign = (outcome: UnitActionOutcome) => boolean;

/** The server sent a message of this event type. */
export const hasEvent =
  (event: EventType): SuccessSign =>
  ({ events }) =>
    events.has(event);

/** The server sent a packet of this name. */
export const hasPacket =
  (packet: ServerPacketName): SuccessSign =>
  ({ replies }) =>
    replies.some(({ packets }) => packets.some(({ name }) => name === packet));

/** The acting unit is gone: the action used it up. */
export const actorIsGone: SuccessSign = ({ actor }) => actor === undefined;

/** The acting unit has paid moves and is still there: it does not outlive failing. */
export const actorHasActed: SuccessSign = ({ unit, actor, events }) =>
  actor !== undefined &&
  actor.detail?.movesleft !== unit.detail?.movesleft &&
  !events.has('E_UNIT_ILLEGAL_ACTION');

/** A unit of others that stood on the target tile is gone. */
export const targetsAreGone: SuccessSign = ({ before, world, unit, target }) =>
  [...before.units].some(
    ([id, was]) => was.tile === target.tile && was.owner !== unit.owner && !world.units.has(id),
  );

/** The acting unit is on the target tile, or gone. */
export const actorReachedTarget: SuccessSign = ({ unit, actor, target }) =>
  actor === undefined || (actor.tile === target.tile && unit.tile !== target.tile);

/** The target city is the actor's now, or gone: a city of size 1 does not survive its conquest. */
export const cityWasTaken: SuccessSign = ({ before, world, target, unit }) => {
  const then = before.cities.get(target.city ?? -1);
  if (then === undefined || then.owner === unit.owner) return false;
  return [unit.owner, undefined].includes(world.cities.get(then.id)?.owner);
};

/** The server sent the details of the target city. */
export const cityWasInvestigated: SuccessSign = ({ replies, target }) =>
  replies.some(({ packets }) =>
    packets.some(
      (packet) =>
        packet.name === 'city_info' && packet.fields.id === target.city && packet.fields.diplomatInvestigate,
    ),
  );
