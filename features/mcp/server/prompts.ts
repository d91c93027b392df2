import { type GetPromptResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isJsonObject } from '#shared/core/json.js';
import type { McpSeat } from './mcp-seat.js';

/** The prompts, as they are listed. */
export const promptList = [
  {
    name: 'start_game',
    description: 'Plays the game from here on',
    arguments: [
      {
        name: 'turns',
        description: 'How many turns to play; until the game is over without it',
        required: false,
      },
      { name: 'style', description: 'How to play, for example "peaceful builder"', required: false },
    ],
  },
  { name: 'review_turn', description: 'Reviews the last turn and says what to do better', arguments: [] },
];

/** The messages of a prompt. -32602 for a name that is not in the list. */
export async function getPrompt(
  seat: McpSeat,
  name: string,
  args: Readonly<Record<string, string>> = {},
): Promise<GetPromptResult> {
  switch (name) {
    case 'start_game':
      return prompt(startText(args));
    case 'review_turn':
      return prompt(`${REVIEW}\n\n${await currentBrief(seat)}`);
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}`);
  }
}

function startText({ turns, style }: Readonly<Record<string, string>>): string {
  const length = turns === undefined ? 'until the game is over' : `for ${turns} turns`;
  return [
    `Play your nation of FreeCiv with the tools of this server, ${length}.`,
    ...(style === undefined ? [] : [`Play in this style: ${style}.`]),
    'Call brief. Decide by it, and ask options with the id of a unit or city, cities or map only for what it leaves open.',
    'Found cities early with plan settle and target "best". Give cities a city_plan, and research a research_queue.',
    'End each turn with end_turn and your own actions in it; advised true follows all other advice, and until "decision" passes',
    'turns in which nothing needs you. Its answer is the next brief.',
  ].join('\n');
}

const REVIEW =
  'Here is what happened in the last turn of your game. Say in a few sentences what went well and what was missed, ' +
  'then name the three most valuable actions for this turn with their tool calls.';

async function currentBrief(seat: McpSeat): Promise<string> {
  const answer = await seat.request('state_query', { format: 'brief', as: 'text' });
  if (!answer.ok) return `${answer.failure.code}: ${answer.failure.message}`;
  const { data } = answer.value;
  return isJsonObject(data) ? String(data.brief) : '';
}

function prompt(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
