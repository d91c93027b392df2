import {
  authSuccessDataSchema,
  errorDataSchema,
  nothingSchema,
  welcomeDataSchema,
} from '#shared/protocol/agent-answers.js';
import { llmConnectDataSchema, pingDataSchema } from '#shared/protocol/agent-requests.js';
import { gameRequests, gameRequestTypes } from '#shared/protocol/game-operations.js';
import { pushTypes } from '#shared/protocol/link.js';
import { answerSchemas } from '#shared/protocol/state/answers.js';
import { type AgentPushType, pushSchemas } from '#shared/protocol/state/pushes.js';
import { anyObject, jsonSchema } from './json-schema.js';
import { legacyMessages } from './legacy-messages.js';
import type { SocketMessage } from './socket-message.js';

const summaries: Readonly<Record<string, string>> = {
  state_query: 'Asks for the state of the game as the agent’s player knows it.',
  action: 'Does something in the game; the answer is its verdict.',
  action_batch: 'Does several things in order; the answer has a verdict for each.',
  stop: 'Ends what the agent has running: a batch, or the way of a unit.',
  rules_query: 'Asks what the rules of this game say of something.',
  notes: 'Adds and removes the agent’s own notes; the answer has all there are.',
  transcript:
    'Tells those who watch what the agent’s model has thought and done, in its provider’s own blocks. No other agent ever gets it; the answer says how much of it is shown.',
};

function requests(): readonly SocketMessage[] {
  return gameRequestTypes.flatMap((type) => {
    const { data, answer } = gameRequests[type];
    const answerName = answer === type ? `${type}_answer` : answer;
    return [
      {
        name: type,
        type,
        from: 'agent',
        summary: summaries[type] ?? '',
        data: jsonSchema(data, 'input'),
        answer: answerName,
      },
      {
        name: answerName,
        type: answer,
        from: 'gateway',
        summary: `Answers ${type}.`,
        data: jsonSchema(answerSchemas[answer], 'output'),
      },
    ];
  });
}

const pushSummaries: Readonly<Record<AgentPushType, string>> = {
  turn_start: 'A turn has begun: the player may act.',
  turn_end: 'A turn has ended.',
  game_ready: 'The first turn of the seat has begun: from now on there is a state, and actions.',
  game_ended: 'The game is over.',
  event: 'Something happened to a unit, a city, an action or the turn.',
  chat_message: 'Somebody said something to this player.',
  status: 'News of the seat and its game: see `status` of the data.',
};

function pushes(): readonly SocketMessage[] {
  return pushTypes
    .filter((type) => type !== 'spectator_update')
    .map((type) => ({
      name: type,
      type,
      from: 'gateway',
      summary: `${pushSummaries[type]} Pushed with a seq; a resumed session gets those it missed.`,
      data: jsonSchema(pushSchemas[type], 'output'),
      isPush: true,
    }));
}

const error: SocketMessage = {
  name: 'error',
  type: 'error',
  from: 'gateway',
  summary: 'The answer to any request that failed, with its correlation_id.',
  data: jsonSchema(errorDataSchema, 'output'),
};

/** What a client sends to see that the connection is alive. */
const ping: Omit<SocketMessage, 'from'> = {
  name: 'ping',
  type: 'ping',
  summary: 'Asks for a sign of life; it counts for no limit.',
  data: jsonSchema(pingDataSchema, 'input'),
  answer: 'pong',
};

const agentPong: SocketMessage = {
  name: 'pong',
  type: 'pong',
  from: 'gateway',
  summary: 'Answers a ping.',
  fields: { echo: { description: 'The `echo` of the ping, if it had one' } },
};

const spectatorPong: SocketMessage = {
  name: 'pong',
  type: 'pong',
  from: 'gateway',
  summary: 'Answers a ping.',
  data: jsonSchema(nothingSchema, 'output'),
};

/** Everything on /ws/agent/{agent_id}. */
export const agentMessages: readonly SocketMessage[] = [
  {
    name: 'welcome',
    type: 'welcome',
    from: 'gateway',
    summary: 'The first message on every socket.',
    data: jsonSchema(welcomeDataSchema, 'output'),
  },
  {
    name: 'llm_connect',
    type: 'llm_connect',
    from: 'agent',
    summary: 'Logs in: takes a seat in a game, which is made if there is none, or resumes a session.',
    data: jsonSchema(llmConnectDataSchema, 'input'),
    answer: 'auth_success',
  },
  {
    name: 'auth_success',
    type: 'llm_connect',
    from: 'gateway',
    summary: 'The agent has its seat. The frame after llm_connect is always this or an error.',
    data: jsonSchema(authSuccessDataSchema, 'output'),
  },
  ...requests(),
  ...legacyMessages,
  { ...ping, from: 'agent' },
  agentPong,
  ...pushes(),
  error,
];

const oneTurn = { type: 'object', required: ['turn'], properties: { turn: { type: 'integer' } } } as const;

/** Everything on /ws/spectator/{game_id}. */
export const spectatorMessages: readonly SocketMessage[] = [
  {
    name: 'spectator_connect',
    type: 'spectator_connect',
    from: 'spectator',
    summary: 'Shows a token, where watching needs one.',
    data: { type: 'object', required: ['api_token'], properties: { api_token: { type: 'string' } } },
    answer: 'snapshot',
  },
  {
    name: 'spectator_recording',
    type: 'spectator_recording',
    from: 'spectator',
    summary: 'Asks what there is of the past.',
    data: anyObject,
    answer: 'recording',
  },
  {
    name: 'spectator_seek',
    type: 'spectator_seek',
    from: 'spectator',
    summary: 'Asks for the state as a turn began; from then on nothing live is sent.',
    data: oneTurn,
    answer: 'snapshot',
  },
  {
    name: 'spectator_turn',
    type: 'spectator_turn',
    from: 'spectator',
    summary: 'Asks for what happened from the beginning of a turn to that of the next.',
    data: oneTurn,
    answer: 'turn',
  },
  {
    name: 'spectator_live',
    type: 'spectator_live',
    from: 'spectator',
    summary: 'Asks for the game as it goes again.',
    data: anyObject,
    answer: 'snapshot',
  },
  {
    name: 'recording',
    type: 'recording',
    from: 'gateway',
    summary: 'The turns there are, the players whose own view was recorded too, and whether more will come.',
    data: anyObject,
  },
  {
    name: 'turn',
    type: 'turn',
    from: 'gateway',
    summary: 'The steps from one turn to the next, each with its milliseconds after the beginning.',
    data: anyObject,
  },
  {
    name: 'snapshot',
    type: 'snapshot',
    from: 'gateway',
    summary: 'The whole game at a version.',
    data: anyObject,
  },
  {
    name: 'update',
    type: 'update',
    from: 'gateway',
    summary: 'What changed since the version before; applied to it, it gives the next.',
    data: anyObject,
  },
  {
    name: 'status',
    type: 'status',
    from: 'gateway',
    summary: 'News that are no part of the game.',
    data: anyObject,
  },
  { ...ping, from: 'spectator' },
  spectatorPong,
  error,
];
