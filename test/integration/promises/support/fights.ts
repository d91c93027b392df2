import type { Position } from '../../../../proxy/world/map-geometry.js';
import type { Unit } from '../../../../proxy/world/unit.js';
import { seededRandom } from '../../../support/seeded-random.js';
import { type Actor, Stage } from '../../../support/stage.js';
import { type Witness, witness } from '../../../support/witness.js';

/** What came of some fights: what was told beside what happened. */
interface Fights {
  readonly faults: readonly string[];
  readonly fights: number;
  /** Those the attacker survived. */
  readonly won: number;
  /** Units that only left sight. */
  readonly unseen: number;
}

/** Where a defender stands: alone, in a stack, in a fortress that saves a stack, in a city that hides it. */
const grounds = ['alone', 'stack', 'fortress', 'city'] as const;
const attackers = ['Warriors', 'Legion', 'Catapult', 'Armor', 'Cavalry'];
const defenders = ['Warriors', 'Phalanx', 'Musketeers', 'Mech. Inf.'];

/** Lets two agents fight, each time with new units on a ground of its own, and compares the verdicts with an observer. */
export async function fightsOf(seed: number): Promise<Fights> {
  await using stage = await Stage.of(['alice', 'bob']);
  const [alice, bob] = stage.pair();
  await stage.plain({ x: 20, y: 15 }, 400);
  await stage.meet();
  using observer = await witness(stage.game);
  const random = seededRandom(seed);
  const pick = <T>(things: readonly T[]) => things[Math.floor(random() * things.length)] as T;
  const faults: string[] = [];
  const found = { fights: 0, won: 0, unseen: 0 };
  for (const [row, y] of [4, 7, 10, 13, 17].entries()) {
    for (const [column, x] of [6, 11, 16, 21, 26, 31].entries()) {
      const ground = grounds[(row + column) % grounds.length] ?? 'alone';
      const target = { x, y };
      const garrison = await putGarrison(stage, bob, target, ground, () => pick(defenders));
      const attacker = await alice.unit(pick(attackers), { x: x - 1, y }, undefined, pick([2, 10]));
      const fight = await fought(alice, observer, attacker, garrison, target);
      faults.push(...fight.faults.map((fault) => `${ground}: ${fault}`));
      found.fights += 1;
      found.won += fight.survived ? 1 : 0;
      found.unseen += fight.unseen;
      await clear(stage, [attacker, ...garrison], observer);
    }
  }
  return { faults, ...found };
}

async function putGarrison(
  stage: Stage,
  bob: Actor,
  place: Position,
  ground: (typeof grounds)[number],
  type: () => string,
): Promise<Unit[]> {
  if (ground === 'city') await bob.city(`City ${place.x} ${place.y}`, place);
  if (ground === 'fortress')
    await stage.lua(`edit.create_extra(find.tile(${place.x}, ${place.y}), "Fortress")`);
  const garrison = [await bob.unit(type(), place)];
  if (ground !== 'alone') garrison.push(await bob.unit('Workers', place), await bob.unit(type(), place));
  return garrison;
}

/** One attack: who died is what the observer sees no more of those who were there. */
async function fought(
  alice: Actor,
  observer: Witness,
  attacker: Unit,
  garrison: readonly Unit[],
  target: Position,
): Promise<{ faults: readonly string[]; survived: boolean; unseen: number }> {
  const { changed, changes } = await alice.does('unit_attack', { unit_id: attacker.id, target });
  await observer.connection.request('client_heartbeat', {});
  const dead = garrison.map(({ id }) => id).filter((id) => !observer.world.units.has(id));
  const survived = observer.world.units.has(attacker.id);
  const told = (changed.units_defeated as readonly number[]).toSorted((a, b) => a - b);
  const unseen = (changed.units_out_of_sight ?? []) as readonly number[];
  const fates = changes as readonly {
    readonly id: number;
    readonly fate?: string;
    readonly after?: unknown;
  }[];
  const gone = fates.filter(({ after, fate }) => after === undefined && fate !== undefined);
  const isDead = (id: number) => !observer.world.units.has(id);
  const faults = [
    ...(told.join() === dead.toSorted((a, b) => a - b).join() ? [] : [`told ${told} dead, dead are ${dead}`]),
    ...(changed.attacker_survived === survived ? [] : [`attacker survived: ${survived}`]),
    ...unseen.filter(isDead).map((id) => `${id} is dead, not out of sight`),
    ...gone.filter(({ id, fate }) => fate === 'died' && !isDead(id)).map(({ id }) => `${id} lives`),
    ...gone.filter(({ id, fate }) => fate === 'unknown' && isDead(id)).map(({ id }) => `${id} is known dead`),
  ];
  return { faults, survived, unseen: unseen.length };
}

/** Takes away who is left, so that the next fight is seen by its own attacker alone. */
async function clear(stage: Stage, units: readonly Unit[], observer: Witness): Promise<void> {
  for (const { id } of units)
    if (observer.world.units.has(id))
      await stage.lua(`edit.unit_kill(find.unit(nil, ${id}), "editor", find.player(0))`);
}
