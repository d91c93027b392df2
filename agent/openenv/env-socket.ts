import type { WebSocket } from 'ws';
import { isJsonObject, parseJson } from '#shared/core/json.js';
import type { Result } from '#shared/core/result.js';
import { type EnvSession, MAX_WAITING, validationError } from './env-session.js';
import type { EnvSessions } from './env-sessions.js';
import { type EnvError, messageSchema, type StepResult } from './messages.js';

const closeCodes = { normal: 1000, tooMany: 1008, capacity: 1013 } as const;
const types: ReadonlySet<unknown> = new Set(messageSchema.options.map(({ shape }) => shape.type.value));

/** Serves one client over its WebSocket: the session begins with the connection and ends with it. */
export function serveSocket(socket: WebSocket, sessions: EnvSessions, token: string): void {
  // The library closes the connection after an error; without a listener it would end the process.
  socket.on('error', () => {});
  const session = sessions.open(token);
  if (!session.ok) {
    send(socket, 'error', session.failure);
    socket.close(closeCodes.capacity);
    return;
  }
  socket.on('close', () => void sessions.close(session.value));
  socket.on('message', (data, isBinary) => {
    if (session.value.waiting >= MAX_WAITING) socket.close(closeCodes.tooMany, 'wait for each answer');
    else
      answer(socket, session.value, isBinary ? undefined : parseJson(String(data))).catch(() =>
        socket.terminate(),
      );
  });
}

async function answer(socket: WebSocket, session: EnvSession, value: unknown): Promise<void> {
  if (!isJsonObject(value))
    return send(socket, 'error', { code: 'INVALID_JSON', message: 'A message is a JSON object' });
  if (!types.has(value.type))
    return send(socket, 'error', {
      code: 'UNKNOWN_TYPE',
      message: `Unknown message type: ${JSON.stringify(value.type)}`,
    });
  const message = messageSchema.safeParse(value);
  if (!message.success) return send(socket, 'error', validationError(message.error));
  switch (message.data.type) {
    case 'reset':
      return sendResult(socket, await session.reset(message.data.data ?? {}));
    case 'step':
      return sendResult(socket, await session.step(message.data.data));
    case 'state':
      return send(socket, 'state', await session.stateInOrder());
    case 'close':
      return socket.close(closeCodes.normal);
  }
}

function sendResult(socket: WebSocket, result: Result<StepResult, EnvError>): void {
  if (result.ok) send(socket, 'observation', result.value);
  else send(socket, 'error', result.failure);
}

function send(socket: WebSocket, type: 'observation' | 'state' | 'error', data: object): void {
  socket.send(JSON.stringify({ type, data }), () => {});
}
