import type { OutgoingEnvelope } from '#shared/protocol/envelope.js';
import type { AgentRequest } from '../input/agent-request.js';
import { outgoing } from '../outgoing.js';
import type { AgentServices } from './agent-services.js';

/** The first message on every socket. */
export function welcomeMessage(
  agentId: string,
  { clock, timing, settings }: AgentServices,
): OutgoingEnvelope {
  return outgoing('welcome', { agentId }, clock.now(), {
    message: 'Send llm_connect to log in',
    protocol_version: '1.0.0',
    heartbeat_interval: settings.heartbeatS,
    session_timeout: settings.silenceLimitS,
    login_timeout: timing.login / 1000,
    max_message_bytes: settings.maxMessageBytes,
    max_connections_per_agent: settings.maxConnectionsPerAgent,
  });
}

/** The answer to a ping: the specification's, with what the client wants back. */
export function pongMessage(
  agentId: string,
  ping: Extract<AgentRequest, { type: 'ping' }>,
  now: number,
): OutgoingEnvelope & { echo?: unknown } {
  const pong = outgoing('pong', { agentId, correlationId: ping.correlationId }, now);
  return ping.echo === undefined ? pong : { ...pong, echo: ping.echo };
}
