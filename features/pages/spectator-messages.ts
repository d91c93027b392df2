import { z } from 'zod';
import { nothingSchema } from '#shared/protocol/agent-answers.js';
import { spectatorSnapshotSchema, spectatorUpdateSchema } from '#shared/protocol/spectator/messages.js';
import {
  recordedTurnSchema,
  recordingInfoSchema,
  spectatorStatusSchema,
} from '#shared/protocol/spectator/recording.js';
import { errorMessage, pingMessage, type SocketMessage, socketMessage } from './socket-message.js';

const spectatorPong = socketMessage('gateway', 'pong', nothingSchema, 'Answers a ping.');

const connectSchema = z.looseObject({
  api_token: z.string().describe('A token that may watch the game'),
});
const oneTurn = z.looseObject({ turn: z.int().describe('Turn number') });

/** Everything on /ws/spectator/{game_id}. */
export const spectatorMessages: readonly SocketMessage[] = [
  socketMessage('spectator', 'spectator_connect', connectSchema, 'Shows a token, where watching needs one.', {
    answer: 'snapshot',
  }),
  socketMessage('spectator', 'spectator_recording', nothingSchema, 'Requests the list of recorded turns.', {
    answer: 'recording',
  }),
  socketMessage(
    'spectator',
    'spectator_seek',
    oneTurn,
    'Requests the state as a turn began; live updates stop.',
    { answer: 'snapshot' },
  ),
  socketMessage('spectator', 'spectator_turn', oneTurn, 'Requests the recorded steps of one turn.', {
    answer: 'turn',
  }),
  socketMessage('spectator', 'spectator_live', nothingSchema, 'Resumes live updates.', {
    answer: 'snapshot',
  }),
  socketMessage(
    'gateway',
    'recording',
    recordingInfoSchema,
    'The recorded turns, the players whose own view was recorded too, and whether the recording continues.',
  ),
  socketMessage(
    'gateway',
    'turn',
    recordedTurnSchema,
    'The steps of one turn, each with its time in milliseconds after the turn began.',
  ),
  socketMessage('gateway', 'snapshot', spectatorSnapshotSchema, 'The whole game at a version.'),
  socketMessage('gateway', 'update', spectatorUpdateSchema, 'The changes since the version before.'),
  socketMessage(
    'gateway',
    'status',
    spectatorStatusSchema,
    'The state of the broadcast itself, such as waiting for the game.',
  ),
  { ...pingMessage, from: 'spectator' },
  spectatorPong,
  errorMessage,
];
