import { z } from 'zod';
import {
  chatSchema,
  cityActionsQuerySchema,
  cityActionsResponseSchema,
  unitActionsQuerySchema,
  unitActionsResponseSchema,
} from '#shared/protocol/legacy.js';
import { actionResultSchema } from '#shared/protocol/state/action-result.js';
import { jsonSchema } from './json-schema.js';
import type { SocketMessage } from './socket-message.js';

const chatResponseSchema = actionResultSchema.extend({
  type: z.literal('chat_response').describe('Always chat_response'),
});

/** Messages of the earlier gateway's clients on /ws/agent/{agent_id}: see docs/flat-dialect.md. */
export const legacyMessages: readonly SocketMessage[] = [
  {
    ...{ name: 'unit_actions_query', type: 'unit_actions_query', from: 'agent' },
    summary: 'Asks what units can do, as clients of the earlier gateway do.',
    data: jsonSchema(unitActionsQuerySchema, 'input'),
    answer: 'unit_actions_response',
  },
  {
    ...{ name: 'unit_actions_response', type: 'unit_actions_response', from: 'gateway' },
    summary: 'Answers unit_actions_query; each action can be sent back as it is.',
    data: jsonSchema(unitActionsResponseSchema, 'output'),
  },
  {
    ...{ name: 'city_actions_query', type: 'city_actions_query', from: 'agent' },
    summary: 'Asks what cities can do, as clients of the earlier gateway do.',
    data: jsonSchema(cityActionsQuerySchema, 'input'),
    answer: 'city_actions_response',
  },
  {
    ...{ name: 'city_actions_response', type: 'city_actions_response', from: 'gateway' },
    summary: 'Answers city_actions_query; each action can be sent back as it is.',
    data: jsonSchema(cityActionsResponseSchema, 'output'),
  },
  {
    ...{ name: 'chat', type: 'chat', from: 'agent' },
    summary: 'Says something to one player or to all: the action diplomacy_message.',
    data: jsonSchema(chatSchema, 'input'),
    answer: 'chat_response',
  },
  {
    ...{ name: 'chat_response', type: 'chat_response', from: 'gateway' },
    summary: 'Answers chat with the verdict of the action.',
    data: jsonSchema(chatResponseSchema, 'output'),
  },
];
