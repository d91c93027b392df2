import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import { RESEARCH_QUEUE_ID } from '../../plans/research-queue.js';
import { displayName, wireNameOf } from '../../rules/lookup/names.js';
import { allTechs, ownResearch, stepsTo, type Tech, techState } from '../../rules/lookup/research.js';
import { turnOf, type World } from '../../world/world.js';
import { defineAction, invalidAction, settingPlan } from '../action.js';
import { resolveChoice } from '../common-fields.js';

const MAX_TECHS = 100;

/** Action `research_queue`: a plan that keeps research and goal (player_research, player_tech_goal) at what comes next. */
export const researchQueue = defineAction({
  name: 'research_queue',
  doc: 'Research technologies in this order, with what each needs, without losing bulbs: what is researched now is finished first where a change would lose them. Event plan_ended tells the end.',
  actor: 'nation',
  reach: 'nation',
  schema: z.looseObject({
    techs: z
      .array(z.union([z.string().min(1).max(80), z.int()]))
      .min(1)
      .max(MAX_TECHS)
      .describe('technologies by name, the next one first'),
  }),
  sends: [],
  plan({ world }, fields) {
    const techs = wantedTechs(world, fields.techs);
    if (!techs.ok) return techs;
    const ids = techs.value.map(({ id }) => id);
    const plan = { kind: 'research_queue', id: RESEARCH_QUEUE_ID, since: turnOf(world), techs: ids } as const;
    const first = finishedFirst(world, ids[0]);
    return ok(settingPlan(plan, () => ({ techs: techs.value.map(wireNameOf), finished_first: first })));
  },
});

/** The techs that are not known yet, each once; E130 for a name that is none, one without a way to it, and where all are known. */
function wantedTechs(world: World, names: readonly (string | number)[]): Result<readonly Tech[]> {
  const research = ownResearch(world);
  if (research === undefined) return invalidAction('This seat takes part in no research', 'data.techs');
  const techs = new Map<number, Tech>();
  for (const [index, name] of names.entries()) {
    const path = `data.techs.${index}`;
    const found = resolveChoice(allTechs(world), name, 'technology');
    if (!found.ok) return invalidAction(`There is no technology "${name}"`, path, found.failure.details);
    const tech = found.value;
    if (stepsTo(world, research, tech.id) === undefined)
      return invalidAction(`There is no way to ${displayName(tech.name)} in this game`, path);
    if (techState(research, tech.id) !== 'known') techs.set(tech.id, tech);
  }
  if (techs.size === 0) return invalidAction('You know all of these technologies already', 'data.techs');
  return ok([...techs.values()]);
}

/** What is researched now and leads nowhere in the queue, where changing it would lose its bulbs. */
function finishedFirst(world: World, next: number | undefined): string | undefined {
  const research = ownResearch(world);
  const current = world.ruleset.techs.get(research?.researching ?? -1);
  if (research === undefined || current === undefined || next === undefined) return undefined;
  const isOnTheWay = stepsTo(world, research, next)?.includes(current.id) === true;
  return isOnTheWay || research.bulbsResearched <= 0 ? undefined : displayName(current.name);
}
