import { z } from 'zod';
import { errorCodeSchema } from './agent-answers.js';
import { toolNames } from './tools.js';

/**
 * What the gateway and an agent that it calls say to each other (docs/remote-agents.md). Every message is
 * `{type, data}`; those of the gateway also have agent_id and timestamp, and pushes of the game a seq. An agent may leave
 * `data` out and write its fields beside `type`.
 */

/** The version of the protocol, in `hello`. */
export const REMOTE_PROTOCOL = 'freeciv-remote-agent/1';

/** How many functions one batch may hold. */
const MAX_FUNCTIONS = 32;

const requestId = z
  .string()
  .min(1)
  .max(100)
  .describe(
    'Chosen by the agent; the result carries it. The same id is carried out once, and answered alike each time',
  );

const functionShape = {
  function: z.enum(toolNames).describe('A function of `hello`'),
  arguments: z
    .record(z.string(), z.unknown().describe('An argument of the function'))
    .default({})
    .describe('Its arguments; those that are null count as absent'),
};

const turn = z.int().nonnegative().describe('Turn number');

/** `data` of the messages of agents, by type. */
export const remoteAgentMessages = {
  status: z.looseObject({
    status: z
      .enum(['processing', 'ready'])
      .describe('ready: it waits for messages; the first one answers hello. processing: its model works'),
    last_seq: z
      .int()
      .nonnegative()
      .optional()
      .describe('With the first one: number of the last push it has; those after it are sent again'),
  }),
  function_call: z.looseObject({ request_id: requestId, ...functionShape }),
  function_call_batch: z.looseObject({
    request_id: requestId,
    functions: z
      .array(z.looseObject(functionShape))
      .min(1)
      .max(MAX_FUNCTIONS)
      .describe('Carried out in order. All are checked before the first is begun'),
    all_or_nothing: z
      .boolean()
      .default(false)
      .describe(
        'true: all are done or none. What cannot be undone is refused before the first is begun, and when one fails those before it are taken back',
      ),
  }),
  chat_response: z.looseObject({
    message: z.string().min(1).max(20_000).describe('What the model says or thinks, for people who watch'),
    request_id: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('Of the operator_message that it answers: then it is for the person who asked'),
  }),
  stop: z.looseObject({}).describe('Ends its running calls that wait for turns, and its batches'),
  end: z.looseObject({
    failed: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Why the model could not play the turn; without it the turn counts as played'),
  }),
} as const;

/** The `type` of a message of an agent. */
export type RemoteAgentMessageType = keyof typeof remoteAgentMessages;

/** A message of an agent. */
export const remoteAgentMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status'), data: remoteAgentMessages.status }),
  z.object({ type: z.literal('function_call'), data: remoteAgentMessages.function_call }),
  z.object({ type: z.literal('function_call_batch'), data: remoteAgentMessages.function_call_batch }),
  z.object({ type: z.literal('chat_response'), data: remoteAgentMessages.chat_response }),
  z.object({ type: z.literal('stop'), data: remoteAgentMessages.stop }),
  z.object({ type: z.literal('end'), data: remoteAgentMessages.end }),
]);

/** A message of an agent, with its defaults filled in. */
export type RemoteAgentMessage = z.output<typeof remoteAgentMessageSchema>;

/** Whether an agent may send messages of that type. */
export function isRemoteAgentMessage(type: string): type is RemoteAgentMessageType {
  return Object.hasOwn(remoteAgentMessages, type);
}

/** `data` of the messages of the gateway, by type. */
export const remoteGatewayMessages = {
  hello: z.strictObject({
    protocol: z.literal(REMOTE_PROTOCOL).describe('Name and version of this protocol'),
    game_id: z.string().describe('The game'),
    player_id: z.int().nullable().describe('Number of its player; null before it has one'),
    resumed: z
      .boolean()
      .describe('Whether this gateway has been connected to the agent for this seat before'),
    last_seq: z.int().nonnegative().describe('Number of the last push that was sent; 0 for none'),
    ready_within_s: z.number().describe('Seconds in which the agent must answer with status ready'),
    deadline_s: z.number().describe('Seconds that the agent has for a turn'),
    max_message_bytes: z.int().describe('The largest message that is read'),
    max_calls: z.int().describe('Calls that may be under way at the same time'),
    functions: z
      .array(z.record(z.string(), z.unknown().describe('A field of the definition')))
      .describe('The functions as MCP defines tools: name, description and the JSON Schema of the arguments'),
  }),
  state_sync: z.strictObject({
    turn,
    format: z
      .enum(['brief', 'delta'])
      .describe('brief: as a turn begins, and after a reconnect; delta: what changed since since_version'),
    version: z.int().nonnegative().describe('Version of the state'),
    since_version: z.int().nonnegative().optional().describe('delta: the version before'),
    state: z
      .record(z.string(), z.unknown().describe('A field of the state'))
      .describe('The state in the format of state_query that `format` names'),
  }),
  user_message: z.strictObject({
    turn,
    message: z.string().describe('What the agent is to do'),
    deadline_s: z.number().describe('Seconds that it has'),
    resumed: z.boolean().describe('Whether the same turn was asked for over an earlier connection'),
  }),
  function_result: z.strictObject({
    request_id: requestId,
    function: z.string().optional().describe('The function; absent for a batch'),
    success: z.boolean().describe('Whether it did what it says; of a batch, whether each one did'),
    text: z.string().optional().describe('The result as text, to be handed to the model'),
    result: z
      .record(z.string(), z.unknown().describe('A field of the result'))
      .describe('The same as an object. Of a batch: `results`, one for each function that was begun'),
    error: z.string().describe('What is wrong, in a sentence; empty on success'),
    code: errorCodeSchema.optional().describe('Error code, where there is one'),
    details: z
      .record(z.string(), z.unknown().describe('A detail, such as path, retry_after or your_units'))
      .optional()
      .describe('What is in the way, and what helps to call it better'),
  }),
  stop: z.strictObject({
    reason: z.enum(['deadline', 'paused', 'restart']).describe('deadline: its time for the turn is over'),
    turn,
  }),
  end: z.strictObject({
    reason: z
      .string()
      .describe('Why nothing more comes: the game is over or deleted, the seat was taken back'),
  }),
  error: z.strictObject({
    code: errorCodeSchema.describe('Error code'),
    message: z.string().describe('What is wrong with the message that was received'),
  }),
} as const;

/** The `type` of a message of the gateway to an agent that it calls, besides the pushes of the game. */
export type RemoteGatewayMessageType = keyof typeof remoteGatewayMessages;

/** The data of a message of the gateway. */
export type RemoteGatewayData<T extends RemoteGatewayMessageType> = z.infer<
  (typeof remoteGatewayMessages)[T]
>;

/** The data of a message of an agent. */
export type RemoteAgentData<T extends RemoteAgentMessageType> = z.output<(typeof remoteAgentMessages)[T]>;
