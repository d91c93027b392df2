import { closeCodes } from '#shared/protocol/close-codes.js';
import { agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import { agentMessages } from './agent-messages.js';
import { componentsOf, type JsonSchema, jsonSchema } from './json-schema.js';
import { remoteAgentDocs } from './remote-agent-docs.js';
import type { SocketMessage } from './socket-message.js';
import { spectatorMessages } from './spectator-messages.js';

interface Channel {
  readonly name: string;
  readonly address: string;
  readonly title: string;
  readonly parameter: string;
  readonly parameterSchema: JsonSchema;
  /** The field of its messages that names their recipient: the parameter of the address without it. */
  readonly subject?: string;
  readonly messages: readonly SocketMessage[];
}

const channels: readonly Channel[] = [
  {
    name: 'agent',
    address: '/ws/agent/{agent_id}',
    title: 'An agent plays',
    parameter: 'agent_id',
    parameterSchema: jsonSchema(agentIdSchema, 'input'),
    messages: agentMessages,
  },
  {
    name: 'spectator',
    address: '/ws/spectator/{game_id}',
    title: 'A spectator watches a game',
    parameter: 'game_id',
    parameterSchema: jsonSchema(gameIdSchema, 'input'),
    messages: spectatorMessages,
  },
  {
    name: 'remote_agent',
    address: '{agent_url}',
    title: 'An agent that listens elsewhere: the gateway connects to it',
    parameter: 'agent_url',
    parameterSchema: { pattern: '^wss?://' },
    subject: 'agent_id',
    messages: remoteAgentDocs,
  },
];

/** The sockets as an AsyncAPI 3 document, made from the schemas that check the messages. */
export function asyncApi() {
  const messageChannels = Object.fromEntries(
    channels.map((channel) => [channel.name, channelObject(channel)]),
  );
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'FreeCiv LLM gateway: sockets',
      version: '1.0.0',
      description: `Close codes: ${Object.entries(closeCodes)
        .map(([name, code]) => `${code} ${name}`)
        .join(', ')}. A client may reconnect after 4000-4499, not after 4500-4999.`,
    },
    defaultContentType: 'application/json',
    servers: { gateway: { host: '127.0.0.1:8003', protocol: 'ws' } },
    channels: messageChannels,
    operations: Object.fromEntries(channels.flatMap(operations)),
    components: { schemas: componentsOf(messageChannels) },
  };
}

function channelObject({ address, title, parameter, parameterSchema, subject, messages }: Channel) {
  const { pattern } = parameterSchema;
  return {
    address,
    title,
    parameters: { [parameter]: { description: `Matches ${String(pattern)}` } },
    messages: Object.fromEntries(
      messages.map((message) => [message.name, messageObject(message, subject ?? parameter)]),
    ),
  };
}

function messageObject(message: SocketMessage, parameter: string) {
  return { summary: message.summary, payload: payloadOf(message, parameter) };
}

function payloadOf(
  { type, data, from, isPush, isCorrelated = true, fields }: SocketMessage,
  parameter: string,
): JsonSchema {
  const own = {
    type: { const: type, description: 'What `data` is' },
    [parameter]: { type: 'string', description: subjects[parameter] ?? '' },
    timestamp: { type: 'number', description: 'When it was sent, in seconds since 1970' },
    ...(isPush === true ? { seq } : isCorrelated && { correlation_id: correlationId }),
    ...fields,
    ...(data !== undefined && { data: { description: 'The contents of the message', ...data } }),
  };
  const always = from === 'gateway' ? [parameter, 'timestamp', ...(data === undefined ? [] : ['data'])] : [];
  return {
    type: 'object',
    required: ['type', ...always, ...(isPush === true ? ['seq'] : [])],
    properties: own,
  };
}

const subjects: Readonly<Record<string, string>> = {
  agent_id: 'The agent, as in the address',
  game_id: 'The game, as in the address',
};
const seq = {
  type: 'integer',
  minimum: 1,
  description: 'Counts up by one for each push of a session',
} as const;
const correlationId = {
  type: 'string',
  minLength: 1,
  maxLength: 128,
  description: 'Chosen by the client; the answer carries it',
} as const;

function operations(channel: Channel): readonly (readonly [string, object])[] {
  const reference = (name: string) => ({ $ref: `#/channels/${channel.name}/messages/${name}` });
  return channel.messages.map((message) => {
    // Seen from the gateway: what it sends, and what it receives.
    const action = message.from === 'gateway' ? 'send' : 'receive';
    const reply =
      message.answer === undefined
        ? {}
        : { reply: { messages: [reference(message.answer), reference('error')] } };
    const operation = {
      action,
      channel: { $ref: `#/channels/${channel.name}` },
      messages: [reference(message.name)],
      ...reply,
    };
    return [`${channel.name}_${action}_${message.name}`, operation];
  });
}
