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
    summary: 'Requests the list of recorded turns.',
    data: nothing,
    answer: 'recording',
  },
  {
    name: 'spectator_seek',
    type: 'spectator_seek',
    from: 'spectator',
    summary: 'Requests the state as a turn began; live updates stop.',
    data: oneTurn,
    answer: 'snapshot',
  },
  {
    name: 'spectator_turn',
    type: 'spectator_turn',
    from: 'spectator',
    summary: 'Requests the recorded steps of one turn.',
    data: oneTurn,
    answer: 'turn',
  },
  {
    name: 'spectator_live',
    type: 'spectator_live',
    from: 'spectator',
    summary: 'Resumes live updates.',
    data: nothing,
    answer: 'snapshot',
  },
  {
    name: 'recording',
    type: 'recording',
    from: 'gateway',
    summary:
      'The recorded turns, the players whose own view was recorded too, and whether the recording continues.',
    data: jsonSchema(recordingInfoSchema, 'output'),
  },
  {
    name: 'turn',
    type: 'turn',
    from: 'gateway',
    summary: 'The steps of one turn, each with its time in milliseconds after the turn began.',
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
    summary: 'The changes since the version before.',
    data: jsonSchema(spectatorUpdateSchema, 'output'),
  },
  {
    name: 'status',
    type: 'status',
    from: 'gateway',
    summary: 'The state of the broadcast itself, such as waiting for the game.',
    data: jsonSchema(spectatorStatusSchema, 'output'),
  },
  { ...pingMessage, from: 'spectator' },
  spectatorPong,
  errorMessage,
];
