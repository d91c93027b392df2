import {
  type RemoteAgentMessageType,
  type RemoteGatewayMessageType,
  remoteAgentMessages,
  remoteGatewayMessages,
} from '#shared/protocol/remote-agent.js';
import { type SocketMessage, socketMessage } from './socket-message.js';

const gatewaySummaries: Readonly<Record<RemoteGatewayMessageType, string>> = {
  hello: 'The first message on every connection: the seat, the functions and the limits.',
  state_sync: 'The state of the game as the seat knows it, as a turn begins, or what has changed.',
  user_message: 'Asks the agent to play a turn.',
  function_result: 'Answers function_call and function_call_batch.',
  stop: 'The agent has to stop: its time for the turn is over, or the gateway restarts.',
  end: 'The last message: the gateway does not call again.',
  error: 'A message was not valid, or what it asked for without a request_id was refused.',
};

const agentSummaries: Readonly<Record<RemoteAgentMessageType, string>> = {
  status: 'Answers hello, and says whether the model of the agent works.',
  function_call: 'Calls a function of hello.',
  function_call_batch: 'Calls several functions in order; all are checked before the first is begun.',
  chat_response: 'What the model says, for people who watch.',
  stop: 'Ends the calls of the agent that wait for turns, and its batches.',
  end: 'The agent has played its turn: it is ended.',
};

/** The messages of the agent that answers `name`, where an agent and the gateway have a message of the same name. */
function nameInDocs(type: RemoteAgentMessageType): string {
  return Object.hasOwn(remoteGatewayMessages, type) ? `${type}_of_agent` : type;
}

/** Everything between the gateway and an agent that it calls, besides the pushes of the game. */
export const remoteAgentDocs: readonly SocketMessage[] = [
  ...Object.entries(remoteGatewayMessages).map(([type, data]) => {
    const summary = Object.entries(gatewaySummaries).find(([name]) => name === type)?.[1] ?? '';
    return socketMessage('gateway', type, data, summary, { isCorrelated: false });
  }),
  ...agentTypes().map((type) =>
    socketMessage('agent', nameInDocs(type), remoteAgentMessages[type], agentSummaries[type], {
      type,
      isCorrelated: false,
      ...(type.startsWith('function_call') && { answer: 'function_result' }),
    }),
  ),
];

function agentTypes(): readonly RemoteAgentMessageType[] {
  return ['status', 'function_call', 'function_call_batch', 'chat_response', 'stop', 'end'];
}
