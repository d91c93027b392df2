import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import type { Reply } from '../../freeciv/brackets.js';
import type { GenAction } from '../../freeciv/generated/packets.js';
import type { ActionProbability } from '../../freeciv/value-codecs.js';
import { type AttackOdds, attackOdds, hundredths } from '../../rules/combat/odds.js';
import { combatRounds } from '../../rules/combat/strength.js';
import { displayName } from '../../rules/lookup/names.js';
import { cityAt, isSeen, unitsOn } from '../../rules/lookup/tiles.js';
import { nameText } from '../../world/name-text.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { defineUnitAction } from '../actor-action.js';
import type { StateBefore } from '../changes.js';
import { actorFields, resolveTile, tileTarget } from '../common-fields.js';
import type { ActorOffer } from '../offer-maker.js';
import { combatOf } from './combat.js';
import {
  CERTAIN,
  isUnknown,
  offerOdds,
  priorityOf,
  sentAction,
  targetId,
  type UnitActionOdds,
  unitActionOdds,
} from './server-odds.js';
import { unitActionRefusal } from './unit-action-refusal.js';
import { doUnitAction } from './unit-orders.js';

/** What "attack" may come down to, the first possible one first: fight, take prisoners, walk in. */
const hostileActions = [
  'ACTION_ATTACK',
  'ACTION_CAPTURE_UNITS',
  'ACTION_CONQUER_CITY',
  'ACTION_BOMBARD',
] as const satisfies readonly GenAction[];

/** Action `unit_attack` (handle_unit_do_action): the first enabled of attack, capture, conquest and bombardment. */
export const unitAttack = defineUnitAction({
  name: 'unit_attack',
  doc: 'Attack the units or the city on a tile beside a unit: fight, capture or conquer, whichever is possible.',
  schema: z.looseObject({ ...actorFields, target: z.union([tileTarget, z.looseObject({ id: z.int() })]) }),
  sends: ['unit_get_actions', 'unit_do_action'],
  offers: ({ world, ofUnitsAble }) =>
    ofUnitsAble('ACTION_ATTACK', (unit, answers) =>
      answers.flatMap((answer) => attackOffer(world, unit, answer)),
    ),
  async plan(port, unit, fields) {
    const tile = attackedTile(port, fields.target);
    if (!tile.ok) return tile;
    const against = await unitActionOdds(port, unit, tile.value);
    const possible = hostileActions.find((name) => against.odds.has(name));
    const action = possible ?? (port.skipsRules ? hostileActions[0] : undefined);
    const target = action && targetId(port.world, action, unit, against);
    if (action === undefined || target === undefined) {
      const place = { tile: tile.value, city: cityAt(port.world, tile.value)?.id, unit: undefined };
      const told = unitActionRefusal(port.world, 'ACTION_ATTACK', unit, place);
      const reason = told ?? 'the game server does not say why';
      return invalidAction(`This unit cannot attack there now: ${reason}`, 'data.target', {
        possible_actions: [...against.odds.keys()].map((name) => name.replace('ACTION_', '').toLowerCase()),
      });
    }
    return ok({
      send: () => doUnitAction(port, unit.id, target, sentAction(action, against)),
      effect: (before, after, replies) => attackEffect(action, unit, tile.value, before, after, replies),
    });
  },
});

/** Conquest and capture have offers of their own; this one is for a fight. */
function attackOffer(world: World, unit: Unit, { odds, tile }: UnitActionOdds): ActorOffer[] {
  const told = odds.get('ACTION_ATTACK');
  if (told === undefined || (isUnknown(told) && isPointless(world, unit, tile))) return [];
  const against = unitsOn(world, tile).map(({ type }) =>
    displayName(world.ruleset.unitTypes.get(type)?.name ?? 'unit'),
  );
  const whom =
    against.length > 0
      ? against.join(', ')
      : `whoever is in ${nameText(cityAt(world, tile)?.name ?? 'hiding')}`;
  // What the server tells is enough of a fight to the end.
  const isTold = !isUnknown(told) && combatRounds(world, unit) <= 0;
  const own = isTold ? undefined : attackOdds(world, unit, tile);
  const undecided = hundredths(own?.undecided ?? 0);
  const attack = withinRounds(told, own);
  return [
    {
      target: world.map.position(tile),
      priority: priorityOf(attack),
      ...offerOdds(attack),
      ...(undecided > 0 && { undecided }),
      what: `attack ${whom}${chanceWords(told, own)}`,
    },
  ];
}

/** Whether an attack is known to do nothing: no moves left, an empty city, or no foreign unit in sight on the tile. */
function isPointless(world: World, { owner, detail }: Unit, tile: number): boolean {
  if (detail === undefined || detail.movesleft <= 0) return true;
  const city = cityAt(world, tile);
  if (city !== undefined && city.owner !== owner) return isSeen(world, tile) && city.occupied === false;
  return unitsOn(world, tile).every((other) => other.owner === owner);
}

/** The odds of winning in half per cents (`unit_win_chance`), by our own rules where `EFT_COMBAT_ROUNDS` ends fights. */
function withinRounds(told: ActionProbability, own: AttackOdds | undefined): ActionProbability {
  if (own === undefined || hundredths(own.undecided) === 0 || isUnknown(told)) return told;
  return { min: Math.floor(own.win * CERTAIN), max: Math.ceil(own.win * CERTAIN) };
}

/** What the server does not tell: the odds against the units in sight where others may be hidden, and those of no decision. */
function chanceWords(told: ActionProbability, own: AttackOdds | undefined): string {
  if (own === undefined) return '';
  const undecided = hundredths(own.undecided);
  const win = `${Math.round(own.win * 100)} %`;
  const chances = undecided === 0 ? win : `${win} to win, ${Math.round(undecided * 100)} % undecided`;
  if (isUnknown(told)) return ` (${chances} against those in sight)`;
  return undecided === 0 ? '' : ` (${chances})`;
}

function attackedTile(port: ActionPort<never>, target: { x?: unknown; y?: unknown; id?: unknown }) {
  const { x, y, id } = target;
  if (typeof x === 'number' && typeof y === 'number') return resolveTile(port, { x, y });
  const entity = typeof id === 'number' ? (port.world.units.get(id) ?? port.world.cities.get(id)) : undefined;
  return entity === undefined
    ? invalidAction('There is no unit or city of that id', 'data.target.id')
    : ok(entity.tile);
}

function attackEffect(
  action: GenAction,
  attacker: Unit,
  tile: number,
  before: StateBefore,
  world: World,
  replies: readonly Reply[],
): Record<string, unknown> | undefined {
  const { fights, died } = combatOf(replies, before, world);
  const fight = fights.at(-1);
  const after = world.units.get(attacker.id);
  const gone = [...before.units.values()].filter(
    (unit) =>
      unit.tile === tile && unit.owner !== attacker.owner && world.units.get(unit.id)?.owner !== unit.owner,
  );
  // The server gives a captured unit a new number; the old one is gone.
  const isCapture = action === 'ACTION_CAPTURE_UNITS' && fight === undefined && gone.length > 0;
  const unseen = gone.filter(({ id }) => !died.has(id) && !isCapture);
  const city = [...world.cities.values()].find((other) => other.tile === tile);
  const conquered = city?.owner === attacker.owner && before.cities.get(city.id)?.owner !== attacker.owner;
  if (fight === undefined && !isCapture && !conquered) return undefined;
  return {
    action: action.replace('ACTION_', '').toLowerCase(),
    attacker_survived: after !== undefined,
    attacker_hp: after?.hp ?? 0,
    ...(fight && { defender_id: fight.defenderUnitId, defender_hp: fight.defenderHp }),
    units_defeated: [...died].filter((id) => id !== attacker.id),
    ...(isCapture && { units_captured: gone.map(({ id }) => id) }),
    ...(unseen.length > 0 && { units_out_of_sight: unseen.map(({ id }) => id) }),
    city_conquered: conquered,
  };
}
