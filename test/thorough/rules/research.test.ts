import { expect, test } from 'vitest';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import {
  ownResearch,
  possibleTechGoals,
  researchableTechs,
  stepsTo,
  techState,
} from '../../../proxy/rules/lookup/research.js';
import { techCost } from '../../../proxy/rules/players/tech-cost.js';
import { playGame } from '../../support/played-game.js';
import { cases, isMain, looksAt, rulesets } from '../../support/rulesets.js';

interface Tally {
  accepted: number;
  refused: number;
  exactCosts: number;
  readonly wrong: string[];
}

/** Asks for every tech of the ruleset, and compares what the server takes and what it says it costs. */
async function compareTechs(seat: Seat, tally: Tally): Promise<void> {
  const { world } = seat;
  for (const tech of world.ruleset.techs.values()) {
    const before = ownResearch(world);
    if (before === undefined || before.researching === tech.id) continue;
    const offered = researchableTechs(world).some(({ id }) => id === tech.id);
    const cost = techCost(world, before, tech.id);
    await seat.request('player_research', { tech: tech.id });
    const after = ownResearch(world);
    // With enough bulbs in store it is known at once.
    const learned =
      techState(before, tech.id) !== 'known' && after !== undefined && techState(after, tech.id) === 'known';
    const accepted = after?.researching === tech.id || learned;
    if (accepted) tally.accepted += 1;
    else tally.refused += 1;
    if (accepted !== offered) tally.wrong.push(`${tech.name}: offered ${offered}, taken ${accepted}`);
    if (after?.researching !== tech.id || !cost.certain) continue;
    tally.exactCosts += 1;
    if (after.researchingCost !== cost.bulbs) {
      tally.wrong.push(`${tech.name}: ${cost.bulbs} bulbs, the server says ${after.researchingCost}`);
    }
  }
}

async function compareGoals(seat: Seat, tally: Tally): Promise<void> {
  const { world } = seat;
  for (const tech of world.ruleset.techs.values()) {
    const offered = possibleTechGoals(world).some(({ id }) => id === tech.id);
    await seat.request('player_tech_goal', { tech: tech.id });
    const accepted = ownResearch(world)?.techGoal === tech.id;
    if (accepted !== offered) tally.wrong.push(`goal ${tech.name}: offered ${offered}, taken ${accepted}`);
  }
}

test.each(cases(rulesets, isMain))(
  'a technology in %s is offered exactly when the server takes it, at the price it names',
  async (ruleset) => {
    await using game = await playGame({ ruleset, players: 3, commands: ['set techlevel 10', 'set size 2'] });
    const tally: Tally = { accepted: 0, refused: 0, exactCosts: 0, wrong: [] };
    for (const turn of looksAt([2, 30, 60])) {
      await game.playUntil(turn);
      await compareTechs(game.seat, tally);
      await compareGoals(game.seat, tally);
    }
    console.info(
      `${ruleset}: ${tally.accepted} taken, ${tally.exactCosts} with a certain price, ${tally.refused} refused`,
    );
    expect(tally.wrong).toEqual([]);
    expect(tally.accepted).toBeGreaterThan(10);
  },
);

test('the steps to a technology goal come after what they need', async () => {
  await using game = await playGame({ ruleset: 'civ2civ3', players: 2 });
  const { world } = game.seat;
  const research = ownResearch(world);
  if (research === undefined) throw new Error('a player without research');
  for (const { id } of possibleTechGoals(world)) {
    const steps = stepsTo(world, research, id) ?? [];
    expect(steps.at(-1)).toBe(id);
    for (const [index, step] of steps.entries()) {
      const needs = world.ruleset.techs.get(step)?.researchReqs.map(({ value }) => value) ?? [];
      const known = (tech: number) =>
        research.inventions[tech] === '2' || steps.slice(0, index).includes(tech);
      expect(needs.every(known)).toBe(true);
    }
  }
});
