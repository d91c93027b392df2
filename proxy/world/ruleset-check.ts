import { ProtocolError } from '../freeciv/errors.js';
import type { PacketRequirement } from '../freeciv/value-codecs.js';
import { ownNamesOf } from '../freeciv/versions/own-numbers.js';
import type { Ruleset } from './ruleset.js';

/** The largest squared radius of a unit's view; units of the shipped rulesets see 26 at most. */
const MAX_VISION_RADIUS_SQ = 1_000;
/** A city has a count for each (`SP_MAX`). */
const MAX_SPECIALISTS = 20;

/** Ends a ruleset that is told in full. Throws a ProtocolError (`bad_ruleset`) that says what in it contradicts itself. */
export function completeRuleset(ruleset: Ruleset): void {
  for (const contradictionsOf of checks) {
    const [contradiction] = contradictionsOf(ruleset);
    if (contradiction !== undefined)
      throw new ProtocolError('bad_ruleset', contradiction, { packet: 'rulesets_ready' });
  }
  ruleset.isComplete = true;
}

/** Sentences about what cannot be; a server refuses to load such rules as well. */
type Check = (ruleset: Ruleset) => Iterable<string>;

const checks: readonly Check[] = [
  generalContradictions,
  unitTypeContradictions,
  techContradictions,
  improvementContradictions,
  embassyContradictions,
  policyContradictions,
];

function* generalContradictions({ control, terrainControl, game, specialists }: Ruleset): Iterable<string> {
  if (control === undefined) yield 'the ruleset has no ruleset_control';
  if (terrainControl === undefined) yield 'the ruleset has no ruleset_terrain_control';
  else if (terrainControl.moveFragments < 1) yield 'a move has 0 fragments';
  if (game !== undefined && game.veteranLevels < 1) yield 'units have no veteran level';
  if (specialists.size > MAX_SPECIALISTS) yield `there are more than ${MAX_SPECIALISTS} specialists`;
  for (const id of specialists.keys()) if (id >= MAX_SPECIALISTS) yield `a specialist has the number ${id}`;
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
