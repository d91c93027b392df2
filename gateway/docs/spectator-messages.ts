import { z } from 'zod';
import { nothingSchema } from '#shared/protocol/agent-answers.js';
import { spectatorSnapshotSchema, spectatorUpdateSchema } from '#shared/protocol/spectator/messages.js';
import {
  recordedTurnSchema,
  recordingInfoSchema,
  spectatorStatusSchema,
} from '#shared/protocol/spectator/recording.js';
import { jsonSchema } from './json-schema.js';
import { errorMessage, pingMessage, type SocketMessage } from './socket-message.js';

const spectatorPong: SocketMessage = {
  name: 'pong',
  type: 'pong',
  from: 'gateway',
  summary: 'Answers a ping.',
  data: jsonSchema(nothingSchema, 'output'),
};

const connectSchema = z.looseObject({
  api_token: z.string().describe('A token that may watch the game'),
});
const oneTurn = jsonSchema(z.looseObject({ turn: z.int().describe('Turn number') }), 'input');
const nothing = jsonSchema(nothingSchema, 'input');

/** Everything on /ws/spectator/{game_id}. */
export const spectatorMessages: readonly SocketMessage[] = [
  {
    name: 'spectator_connect',
    type: 'spectator_connect',
    from: 'spectator',
    summary: 'Shows a token, where watching needs one.',
    data: jsonSchema(connectSchema, 'input'),
    answer: 'snapshot',
  },
  {
    name: 'spectator_recording',
    type: 'spectator_recording',
    from: 'spectator',
    summary: 'Asks what there is of the past.',
    data: nothing,
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
    data: nothing,
    answer: 'snapshot',
  },
  {
    name: 'recording',
    type: 'recording',
    from: 'gateway',
    summary: 'The turns there are, the players whose own view was recorded too, and whether more will come.',
    data: jsonSchema(recordingInfoSchema, 'output'),
  },
  {
    name: 'turn',
    type: 'turn',
    from: 'gateway',
    summary: 'The steps from one turn to the next, each with its milliseconds after the beginning.',
    data: jsonSchema(recordedTurnSchema, 'output'),
  },
  {
    name: 'snapshot',
    type: 'snapshot',
    from: 'gateway',
    summary: 'The whole game at a version.',
    data: jsonSchema(spectatorSnapshotSchema, 'output'),
  },
  {
    name: 'update',
    type: 'update',
    from: 'gateway',
    summary: 'What changed since the version before; applied to it, it gives the next.',
    data: jsonSchema(spectatorUpdateSchema, 'output'),
  },
  {
    name: 'status',
    type: 'status',
    from: 'gateway',
    summary: 'News that are no part of the game.',
    data: jsonSchema(spectatorStatusSchema, 'output'),
  },
  { ...pingMessage, from: 'spectator' },
  spectatorPong,
  errorMessage,
];
