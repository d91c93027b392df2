import { ProtocolError } from '../freeciv/errors.js';
import type { PacketRequirement } from '../freeciv/value-codecs.js';
import { ownNamesOf } from '../freeciv/versions/own-numbers.js';
import type { Ruleset } from './ruleset.js';

/** The largest squared radius of a unit's view; units of the shipped rulesets see 26 at most. */
const MAX_VISION_RADIUS_SQ = 10_000;
const MAX_EFFECTS_OF_A_TYPE = 500;
/** A city has a count for each (`SP_MAX`). */
const MAX_SPECIALISTS = 20;
/** Lists of wonders are so long (`B_LAST`). */
const MAX_IMPROVEMENTS = 200;

/** Ends a ruleset that is told in full. Throws a ProtocolError (`bad_ruleset`) that says what in it contradicts itself. */
export function completeRuleset(ruleset: Ruleset): void {
  for (const contradictionsOf of checks) {
    const [contradiction] = contradictionsOf(ruleset);
    if (contradiction !== undefined)
      throw new ProtocolError('bad_ruleset', contradiction, { packet: 'rulesets_ready' });
  }
  ruleset.isComplete = true;
}

/** Sentences about what cannot be, the most general first. */
type Check = (ruleset: Ruleset) => Iterable<string>;

const checks: readonly Check[] = [
  numberContradictions,
  generalContradictions,
  unitTypeContradictions,
  techContradictions,
  improvementContradictions,
  effectContradictions,
  embassyContradictions,
  policyContradictions,
];

/** Numbers are below the count that the server announced; bit vectors and lists by number are as long as that. */
function* numberContradictions(ruleset: Ruleset): Iterable<string> {
  const { control } = ruleset;
  if (control === undefined) return yield 'the ruleset has no ruleset_control';
  const kinds: readonly (readonly [what: string, ReadonlyMap<number, unknown>, count: number])[] = [
    ['unit class', ruleset.unitClasses, control.numUnitClasses],
    ['unit type', ruleset.unitTypes, control.numUnitTypes],
    ['improvement', ruleset.improvements, Math.min(control.numImprTypes, MAX_IMPROVEMENTS)],
    ['technology', ruleset.techs, control.numTechTypes],
    ['extra', ruleset.extras, control.numExtraTypes],
    ['terrain', ruleset.terrains, control.terrainCount],
    ['government', ruleset.governments, control.governmentCount],
    ['specialist', ruleset.specialists, Math.min(control.numSpecialistTypes, MAX_SPECIALISTS)],
    ['good', ruleset.goods, control.numGoodsTypes],
    ['policy', ruleset.multipliers, control.numMultipliers],
    ['nation', ruleset.nations, control.nationCount],
  ];
  for (const [what, things, count] of kinds)
    for (const id of things.keys())
      if (id < 0 || id >= count) yield `there is ${what} ${id} where ${count} are announced`;
}

function* generalContradictions({ terrainControl, game }: Ruleset): Iterable<string> {
  if (terrainControl === undefined) yield 'the ruleset has no ruleset_terrain_control';
  else if (terrainControl.moveFragments < 1) yield 'a move has 0 fragments';
  if (game !== undefined && game.veteranLevels < 1) yield 'units have no veteran level';
}

function* unitTypeContradictions({ unitTypes, unitClasses }: Ruleset): Iterable<string> {
  for (const type of unitTypes.values()) {
    const { ruleName: name, hp, firepower, unitClassId, visionRadiusSq } = type;
    if (hp < 1) yield `the unit type ${name} has 0 hit points`;
    if (firepower < 1) yield `the unit type ${name} has a firepower of 0`;
    if (!unitClasses.has(unitClassId))
      yield `the unit type ${name} is of the class ${unitClassId}, which is not told`;
    if (visionRadiusSq > MAX_VISION_RADIUS_SQ)
      yield `the unit type ${name} sees ${visionRadiusSq} squared tiles where ${MAX_VISION_RADIUS_SQ} are allowed`;
  }
  for (const { ruleName } of inCircle(unitTypes, ({ obsoletedBy }) => [obsoletedBy]))
    yield `the unit type ${ruleName} makes itself obsolete, by way of others or at once`;
}

function* techContradictions({ techs }: Ruleset): Iterable<string> {
  const needed = inCircle(techs, ({ researchReqs }) => numbersOf('VUT_ADVANCE', researchReqs));
  for (const { ruleName } of needed)
    yield `the technology ${ruleName} needs itself, by way of others or at once`;
}

/** Whether a building counts depends on whether it is obsolete, which may depend on another building. */
function* improvementContradictions({ improvements }: Ruleset): Iterable<string> {
  const asked = inCircle(improvements, ({ obsReqs }) => numbersOf('VUT_IMPROVEMENT', obsReqs));
  for (const { ruleName } of asked) yield `whether ${ruleName} is obsolete depends on itself`;
}

/** Each is asked for thousands of times for one state; of the shipped rulesets one has 38 of a type. */
function* effectContradictions({ effects }: Ruleset): Iterable<string> {
  const counts = new Map<string, number>();
  for (const { effectType } of effects) {
    const count = (counts.get(effectType) ?? 0) + 1;
    counts.set(effectType, count);
    if (count > MAX_EFFECTS_OF_A_TYPE)
      yield `there are more than ${MAX_EFFECTS_OF_A_TYPE} effects ${effectType}`;
  }
}

const embassies: ReadonlySet<string> = new Set(['DRO_HAS_EMBASSY', 'DRO_HOSTS_EMBASSY']);

function* embassyContradictions({ effects }: Ruleset): Iterable<string> {
  const names = ownNamesOf('diplrel_other');
  for (const { effectType, reqs } of effects) {
    if (effectType !== 'EFT_HAVE_EMBASSIES') continue;
    const isCircular = reqs.some(
      ({ type, value }) => type.startsWith('VUT_DIPLREL') && embassies.has(names[value] ?? ''),
    );
    if (isCircular) yield 'an effect that gives embassies depends on an embassy';
  }
}

function* policyContradictions({ multipliers }: Ruleset): Iterable<string> {
  for (const { ruleName, start, stop, step } of multipliers.values())
    if (step < 1 || stop < start) yield `the policy ${ruleName} goes from ${start} to ${stop} by ${step}`;
}

/** Numbers of what requirements of a kind are about, in requirements that are to be met as in those that are not. */
function numbersOf(kind: string, requirements: readonly PacketRequirement[]): readonly number[] {
  return requirements.flatMap(({ type, value }) => (type === kind ? [value] : []));
}

/** Things from which a way over `next` leads back to themselves. Visits each once; makes no recursion, for ways may be long. */
function inCircle<T>(things: ReadonlyMap<number, T>, next: (thing: T) => readonly number[]): readonly T[] {
  const done = new Set<number>();
  const onWay = new Set<number>();
  const found: T[] = [];
  for (const first of things.keys()) {
    const stack = [{ id: first, isLeft: false }];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const { id, isLeft } = top;
      const thing = things.get(id);
      if (isLeft) {
        onWay.delete(id);
        done.add(id);
      } else if (thing !== undefined && onWay.has(id)) {
        found.push(thing);
      } else if (thing !== undefined && !done.has(id)) {
        onWay.add(id);
        stack.push({ id, isLeft: true }, ...next(thing).map((to) => ({ id: to, isLeft: false })));
      }
    }
  }
  return found;
}
