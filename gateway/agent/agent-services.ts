import type { Clock } from '#shared/core/clock.js';
import { failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import type { ChatAnswerData, ChatReceived } from '#shared/protocol/chat.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { OutgoingEnvelope } from '#shared/protocol/envelope.js';
import type { Metrics } from '../core/metrics.js';
import type { Timeouts } from '../core/timeouts.js';
import type { MessageForms } from '../forms/answer-form.js';
import type { AgentLimits } from '../limits/agent-limits.js';
import type { GlobalSendBuffer } from '../limits/global-send-buffer.js';
import type { SocketCaps } from '../limits/socket-registry.js';
import { agentMessage } from '../session/agent-message.js';
import type { Session } from '../session/session.js';
import type { LoginContext } from './find-session.js';
import type { InFlightRequests } from './in-flight-requests.js';
import type { Relay } from './relay.js';

/** Takes what models answer to people. */
interface ChatAnswers {
  receive(session: Session, data: ChatAnswerData): ChatReceived;
}

/** What every agent socket works with. */
export interface AgentServices extends LoginContext {
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly forms: MessageForms;
  readonly relay: Relay;
  readonly chat: ChatAnswers;
  /** Logins and requests that a shutdown waits for. */
  readonly inFlight: InFlightRequests;
  readonly settings: AgentSettings;
  readonly limits: AgentLimits;
  readonly backlog: GlobalSendBuffer;
  isDraining(): boolean;
}

interface AgentSettings {
  readonly maxMessageBytes: number;
  /** Seconds between two pings. */
  readonly heartbeatS: number;
  /** Seconds without a sign of life until a socket is closed. */
  readonly silenceLimitS: number;
  readonly maxConnectionsPerAgent: () => number;
  readonly resumeByAddress: boolean;
  readonly socketCaps: () => SocketCaps;
  /** Web origins that may connect; empty until the port is known. */
  allowedOrigins(): ReadonlySet<string>;
}

/** The first message on every agent socket; times in seconds. */
export function welcomeMessage(
  agentId: string,
  { clock, timeouts, settings }: Pick<AgentServices, 'clock' | 'timeouts' | 'settings'>,
): OutgoingEnvelope {
  return agentMessage('welcome', { agentId }, clock.now(), {
    message: 'Send llm_connect to log in',
    protocol_version: '1.0.0',
    heartbeat_interval: settings.heartbeatS,
    session_timeout: settings.silenceLimitS,
    login_timeout: timeouts.login / 1000,
    max_message_bytes: settings.maxMessageBytes,
    max_connections_per_agent: settings.maxConnectionsPerAgent(),
  });
}

/** The error and the close code for a socket that loses its session. */
export const TAKEN_BY = {
  socket: {
    failure: failure('E125', 'Another connection took this session over'),
    code: closeCodes.replaced,
    text: 'the session goes on in another connection',
  },
  operator: {
    failure: failure('E124', 'The operator has ended this session'),
    code: closeCodes.ended,
    text: 'the operator has ended the session',
  },
} as const;
