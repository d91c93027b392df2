import { z } from 'zod';
import {
  authSuccessDataSchema,
  heartbeatDataSchema,
  welcomeDataSchema,
} from '#shared/protocol/agent-answers.js';
import { llmConnectDataSchema } from '#shared/protocol/agent-requests.js';
import { chatAnswerDataSchema, chatReceivedSchema } from '#shared/protocol/chat.js';
import { pushTypes } from '#shared/protocol/envelope.js';
import { type GameRequestType, gameRequests, gameRequestTypes } from '#shared/protocol/game-requests.js';
import {
  chatSchema,
  cityActionsQuerySchema,
  cityActionsResponseSchema,
  unitActionsQuerySchema,
  unitActionsResponseSchema,
} from '#shared/protocol/legacy.js';
import { actionResultSchema } from '#shared/protocol/state/action-result.js';
import { answerSchemas } from '#shared/protocol/state/answers.js';
import { compactResultSchema } from '#shared/protocol/state/compact-result.js';
import { type AgentPushType, pushSchemas } from '#shared/protocol/state/pushes.js';
import { toolCallDataSchema, toolResultSchema } from '#shared/protocol/tools.js';
import { errorMessage, pingMessage, type SocketMessage, socketMessage } from './socket-message.js';

const chatResponseSchema = actionResultSchema.extend({
  type: z.literal('chat_response').describe('Always chat_response'),
});

/** Messages of the earlier gateway's clients on /ws/agent/{agent_id}: see docs/flat-dialect.md. */
const legacyMessages: readonly SocketMessage[] = [
  socketMessage(
    'agent',
    'unit_actions_query',
    unitActionsQuerySchema,
    'Requests the legal actions of units, in the form of the earlier gateway.',
    { answer: 'unit_actions_response' },
  ),
  socketMessage(
    'gateway',
    'unit_actions_response',
    unitActionsResponseSchema,
    'Answers unit_actions_query; each action can be sent back as it is.',
  ),
  socketMessage(
    'agent',
    'city_actions_query',
    cityActionsQuerySchema,
    'Requests the legal actions of cities, in the form of the earlier gateway.',
    { answer: 'city_actions_response' },
  ),
  socketMessage(
    'gateway',
    'city_actions_response',
    cityActionsResponseSchema,
    'Answers city_actions_query; each action can be sent back as it is.',
  ),
  socketMessage(
    'agent',
    'chat',
    chatSchema,
    'Sends a chat message to one player or to all: the action diplomacy_message.',
    { answer: 'chat_response' },
  ),
  socketMessage(
    'gateway',
    'chat_response',
    chatResponseSchema,
    'Answers chat with the verdict of the action.',
  ),
];

const summaries: Readonly<Record<GameRequestType, string>> = {
  state_query: 'Requests the state of the game as the agent’s player knows it.',
  action: 'Carries out one action; the answer is its verdict.',
  action_batch: 'Carries out several actions in order; the answer has a verdict for each.',
  stop: 'Ends the running batches of the agent, or cancels the orders of a unit.',
  rules_query: 'Looks up a name in the rules of this game.',
  notes: 'Adds and removes notes of the agent; the answer has all of them.',
  transcript:
    'Shows spectators what the agent’s model thinks and does, in the blocks of its provider. Other agents never get it; the answer says how much of it is shown.',
  usage_report:
    'Reports what the agent’s model took for a turn: tokens, calls, seconds, money; and how the turn ended for it. Sent once for each turn; a later report about the same turn replaces the earlier one.',
  conversation_append:
    'Keeps messages of the agent’s model with the game, in the native form of its provider: see docs/conversations.md.',
};

/** A tool of the small set as a request, for programs that hand the calls of a model on as they are. */
const toolMessages: readonly SocketMessage[] = [
  socketMessage(
    'agent',
    'tool_call',
    toolCallDataSchema,
    'Carries out a call of a tool of GET /api/tools, as the model made it.',
    { answer: 'tool_result' },
  ),
  socketMessage('gateway', 'tool_result', toolResultSchema, 'Answers tool_call.'),
];

const chatMessages: readonly SocketMessage[] = [
  socketMessage(
    'agent',
    'chat_answer',
    chatAnswerDataSchema,
    'Answers operator_message: progress as often as wanted, once a second at most, then final or error.',
    { answer: 'chat_received' },
  ),
  socketMessage('gateway', 'chat_received', chatReceivedSchema, 'Answers chat_answer.'),
];

function requests(): readonly SocketMessage[] {
  return gameRequestTypes.flatMap((type) => {
    const { data, answer } = gameRequests[type];
    const answerName = answer === type ? `${type}_answer` : answer;
    return [
      socketMessage('agent', type, data, summaries[type], { answer: answerName }),
      socketMessage('gateway', answerName, answerSchemas[answer], `Answers ${type}.`, { type: answer }),
    ];
  });
}

const pushSummaries: Readonly<Record<AgentPushType, string>> = {
  turn_start: 'A turn has begun: the player may act.',
  turn_end: 'A turn has ended.',
  game_ready: 'The first turn of the seat has begun: from now on the agent can query the state and act.',
  game_ended: 'The game is over.',
  event: 'News of a unit, a city, an action or the turn.',
  chat_message: 'A chat message to this player, with who says it.',
  operator_message:
    'A person speaks to the model: POST /api/v1/chat. Only for agents whose llm_connect has the capability chat; answered by chat_answer. The same request_id is the same message.',
  status: 'News of the seat and its game: see `status` of the data.',
};

function pushes(): readonly SocketMessage[] {
  return pushTypes.map((type) => {
    const summary = `${pushSummaries[type]} Pushed with a seq; a resumed session gets the ones it missed.`;
    return socketMessage('gateway', type, pushSchemas[type], summary, { isPush: true });
  });
}

const agentPong: SocketMessage = {
  name: 'pong',
  type: 'pong',
  from: 'gateway',
  summary: 'Answers a ping.',
  fields: { echo: { description: 'The `echo` of the ping, if it had one' } },
};

const heartbeat = socketMessage(
  'gateway',
  'heartbeat',
  heartbeatDataSchema,
  'Sent on a socket that was quiet for HEARTBEAT_S. Needs no answer.',
  { type: 'ping' },
);

/** Everything on /ws/agent/{agent_id}. */
export const agentMessages: readonly SocketMessage[] = [
  socketMessage('gateway', 'welcome', welcomeDataSchema, 'The first message on every socket.'),
  socketMessage(
    'agent',
    'llm_connect',
    llmConnectDataSchema,
    'Logs in: takes a seat in a game, which is created if it does not exist, or resumes a session.',
    { answer: 'auth_success' },
  ),
  socketMessage(
    'gateway',
    'auth_success',
    authSuccessDataSchema,
    'The agent has its seat. The frame after llm_connect is always this or an error.',
    { type: 'llm_connect' },
  ),
  ...requests(),
  socketMessage(
    'gateway',
    'compact_result',
    compactResultSchema,
    'Answers action and action_batch with `verbosity: "compact"`.',
  ),
  ...toolMessages,
  ...chatMessages,
  ...legacyMessages,
  { ...pingMessage, from: 'agent' },
  agentPong,
  heartbeat,
  ...pushes(),
  errorMessage,
];
