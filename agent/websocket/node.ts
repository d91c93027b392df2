import { WebSocket } from 'ws';
import type { TextWebSocket, WebSocketEvents } from './websocket-events.js';

/** Opens a WebSocket with the library `ws`: Node has no WebSocket of its own before version 22. */
export function openWebSocket(url: string, { onText, onClose }: WebSocketEvents): TextWebSocket {
  const socket = new WebSocket(url);
  let problem = '';
  socket.on('error', (error) => {
    // Where a name has several addresses, the error of all has no message, and a code.
    problem = error.message || String(Reflect.get(error, 'code') ?? '');
  });
  socket.on('message', (bytes) => onText(String(bytes)));
  socket.on('close', (code, reason) => onClose(code, String(reason) || problem));
  return {
    send: (text) => socket.send(text),
    close: () => socket.close(1000),
    cut: () => socket.terminate(),
  };
}
