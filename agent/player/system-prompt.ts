import { channelRule } from './operator-channel.js';

/** How a turn is played: by tools, by an answer that fulfils a schema of the legal actions, or by numbers of a list. */
export const playModes = ['tools', 'schema', 'numbers'] as const;

/** How a turn is played. */
export type PlayMode = (typeof playModes)[number];

const ROLE =
  'You play one nation of FreeCiv, a turn-based strategy game, against other players. You win by score: cities, citizens, ' +
  'technologies and wonders count. Found many cities early, keep each defended, and never let research or production stand still.';

const BY_TOOLS =
  'Each turn begins with a brief: what happened, what needs a decision, threats, counsel, advised actions and the nation in ' +
  'figures. Decide by it, and ask options, cities, map or rules only for what it leaves open. Several calls may stand in one ' +
  'answer; they are done in order. Prefer what lasts: plan settle with target "best", city_plan for cities "all" and "new", ' +
  'research_queue, unit_auto_work, unit_explore, unit_fortify. Then call end_turn with your own ' +
  'actions: advised true follows all other advice, and without until it passes turns until something needs you. Keep notes of what must not be forgotten. Write little.';

const BY_NUMBERS =
  'Each turn you get a brief and a numbered list of what can be done. Answer with the numbers of the actions to do, in their ' +
  'order, separated by commas, and nothing else; with 0 to do nothing.';

const BY_SCHEMA =
  'Each turn you get a brief. Answer with JSON that fulfils the given schema: the actions to do, in their order.';

const modePrompts: Readonly<Record<PlayMode, string>> = {
  tools: BY_TOOLS,
  numbers: BY_NUMBERS,
  schema: BY_SCHEMA,
};

/**
 * The system prompt. It is the same in the whole game, so that providers keep it in their cache. The rule of the player's
 * channel for people ends it; without one it is the prompt of any player.
 */
export function systemPrompt(mode: PlayMode, style: string | undefined, rule = channelRule()): string {
  const styled = style === undefined ? [] : [`Play in this style: ${style}.`];
  return [ROLE, modePrompts[mode], ...styled, rule].join('\n');
}

/** Asks for a summary that replaces the conversation. */
export const SUMMARY_REQUEST =
  'The conversation is getting long. Call no tool now. Write what you need to play on, in at most 120 words: your plan, what ' +
  'each city is for, agreements and enemies, what you have learned about this game. This text replaces all of the above.';

/** Asks for the lessons of a game that is over; `lessons` are those of the games before it. */
export function lessonsRequest(lessons: string, score: number | null): string {
  const before = lessons === '' ? 'You have written no lessons before.' : `Your lessons so far:\n${lessons}`;
  return [
    `The game is over.${score === null ? '' : ` Your score: ${score}.`} Call no tool now. Write what you have learned for your next ` +
      'games, which are on other maps: what to do sooner, what to leave, how the tools are used best. At most 3,000 characters, ' +
      'nothing about this map. This text replaces your lessons so far, so repeat what is still true of them.',
    before,
  ].join('\n');
}

/** Said when the model was the last to speak. */
export const GO_ON = 'Go on with the game.';

/** Reminds of the tools after an answer that called none. */
export const CALL_A_TOOL = 'Your turn goes on until you call end_turn. Call a tool.';
