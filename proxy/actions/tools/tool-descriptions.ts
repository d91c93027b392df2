import type { JsonObject } from '#shared/core/json.js';
import { ruleKinds } from '#shared/protocol/agent-requests.js';
import { type ToolName, toolNames } from '#shared/protocol/tools.js';
import type { Action } from '../action.js';
import { endTurn } from '../nation/end-turn.js';
import { type ActionGroup, actionGroups } from '../registry.js';
import type { ToolDefinition } from './action-tools.js';
import { summarizeFields } from './field-summary.js';

const INTEGER: JsonObject = { type: 'integer' };
const TEXT: JsonObject = { type: 'string' };
const FLAG: JsonObject = { type: 'boolean' };
const TEXTS: JsonObject = { type: 'array', items: TEXT };
const LIST: JsonObject = { type: 'array' };
const OBJECTS: JsonObject = { type: 'array', items: { type: 'object' } };

/** Fields with rules of their own, which only the full set explains, and those that the gateway sets. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['wake_on', 'auto', 'failed', 'as', 'state', 'keep', 'specialists', 'disband'],
  ...[
    'science_specialists',
    'gold_specialists',
    'from',
    'to',
    'extra',
    'position',
    'city_name',
    'patrol_to',
    'radius',
  ],
]);

const VERDICT = object({ ok: FLAG, why: TEXT });

type Body = Omit<ToolDefinition, 'name'>;

/** The small set: twelve tools for a whole game. Those that act are made from the groups of the registry. */
export function smallSet(): readonly ToolDefinition[] {
  const bodies: Readonly<Record<ToolName, Body>> = { ...readingTools(), ...actingTools(actionGroups) };
  return toolNames.map((name) => ({ name, ...bodies[name] }));
}

/** A JSON Schema of an object with these fields. */
function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

type ReadingTool = 'brief' | 'options' | 'cities' | 'map' | 'rules';

function readingTools(): Readonly<Record<ReadingTool, Body>> {
  return {
    brief: {
      description:
        'What happened, decisions, threats, counsel, advice (action actor_id target, fields: why), the nation. sections: lists you want whole, also units.',
      input: object({ sections: TEXTS }),
      output: object({ turn: INTEGER, decisions: LIST }),
      isRead: true,
    },
    options: {
      description:
        'What one unit or city can do now and what comes of it, the best first; without actor_id the nation. Give them to do as they are. sections: names of actions of which you want all ways.',
      input: object({ actor_id: INTEGER, sections: TEXTS }),
      output: object({ options: LIST }),
      isRead: true,
    },
    cities: {
      description:
        'Rows of own cities that changed since you last asked; all: every city; full: with tiles, buildings.',
      input: object({ all: FLAG, full: FLAG }),
      output: object({ rows: TEXT }),
      isRead: true,
    },
    map: {
      description: 'Tiles, cities and units around a place, unit or city.',
      input: object({ x: INTEGER, y: INTEGER, actor_id: INTEGER, radius: INTEGER }),
      output: object({ rows: LIST, cities: LIST }),
      isRead: true,
    },
    rules: {
      description: `What the rules say of a ${ruleKinds.join(', ')}.`,
      input: object({ name: TEXT }, ['name']),
      output: object({ entries: LIST }),
      isRead: true,
    },
  };
}

function actingTools(groups: readonly ActionGroup[]): Readonly<Record<Exclude<ToolName, ReadingTool>, Body>> {
  const nation = actionsOf(groups, 'Nation').filter(({ name }) => name !== endTurn.name);
  const plans = actionsOf(groups, 'Standing plans');
  const isResearch = ({ name }: Action) => /^(tech|research)_/.test(name);
  return {
    do: doTool(groups.filter(({ name }) => ACTOR_GROUPS.has(name)).flatMap(({ actions }) => actions)),
    plan: actionTool(
      'Standing plans, carried out by the game: send settlers to found a city (settle; target "best" finds the site), what cities build and make, guards, idle units.',
      plans.filter((action) => !isResearch(action)),
    ),
    research: actionTool(
      'What is researched: now, as a goal, or a list in order.',
      [...nation, ...plans].filter(isResearch),
    ),
    nation: actionTool(
      'Tax rates, government, policies, spaceship, votes, reports.',
      nation.filter((action) => !isResearch(action)),
    ),
    diplomacy: actionTool(
      'Talk (target: leader, nation or id), negotiate treaties, cancel pacts.',
      actionsOf(groups, 'Diplomacy'),
    ),
    notes: {
      description: 'Your notes. due_turn reminds you.',
      input: object({
        add: { type: 'array', items: object({ text: TEXT, due_turn: INTEGER }, ['text']) },
        remove: { type: 'array', items: INTEGER },
      }),
      output: object({ notes: LIST }),
      isRead: false,
    },
    end_turn: {
      description:
        'Does actions (as do; advised: all advice too), ends your turn and answers the next brief. until: "turn" (default), "decision" (until something needs you), or a number. ended.why "deadline": call again.',
      input: object({ ...summarizeFields([endTurn], LEFT_OUT), actions: OBJECTS, advised: FLAG }),
      output: object({ ok: FLAG, why: TEXT, brief: { type: 'object' } }),
      isRead: false,
    },
  };
}

/** Groups whose actions a unit or city does. */
const ACTOR_GROUPS: ReadonlySet<string> = new Set([
  'Unit moves',
  'Terrain work',
  'Unit activities',
  'Unit actions',
  'Cities',
]);

function actionsOf(groups: readonly ActionGroup[], group: string): readonly Action[] {
  return groups.filter(({ name }) => name === group).flatMap(({ actions }) => actions);
}

/** One tool for several actions; `action` names one of them. */
function actionTool(description: string, actions: readonly Action[]): Body {
  const names = actions.map(({ name }) => name);
  return {
    description,
    input: object({ action: { ...TEXT, enum: names }, ...summarizeFields(actions, LEFT_OUT) }, ['action']),
    output: VERDICT,
    isRead: false,
  };
}

function doTool(actions: readonly Action[]): Body {
  const wanted = actions.filter(({ name, isRarelyWanted }) => !isRarelyWanted && !MISSIONS.test(name));
  const fields = summarizeFields(wanted, LEFT_OUT);
  return {
    description: `Lets units and cities act, in order; advised: then follows all advice that undoes none of it. actor_ids: several that do the same. action is one of advice, options, or ${wordList(wanted)}.`,
    input: object({
      actions: {
        type: 'array',
        items: object({ action: TEXT, ...fields, actor_ids: { type: 'array', items: INTEGER } }, ['action']),
      },
      advised: FLAG,
      stop_on_error: FLAG,
    }),
    output: object({ results: LIST }),
    isRead: false,
  };
}

/** Actions that only options name: missions of diplomats, and what few units can do. */
const MISSIONS = /_esc$|_spy_|_inv_|_stay$|steal|nuke|convert|clean_fallout|unload_all|marketplace/;

function wordList(actions: readonly Action[]): string {
  const byPrefix = new Map<string, string[]>();
  for (const { name } of actions) {
    const prefix = /^[a-z]+_/.exec(name)?.[0] ?? '';
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), name.slice(prefix.length)]);
  }
  return [...byPrefix]
    .map(([prefix, words]) => (words.length === 1 ? `${prefix}${words}` : `${prefix}{${words.join(', ')}}`))
    .join(', ');
}
