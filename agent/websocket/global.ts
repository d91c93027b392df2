import type { TextWebSocket, WebSocketEvents } from './websocket-events.js';

/** Opens the platform's own WebSocket: in browsers, Deno and Bun. */
export function openWebSocket(url: string, { onText, onClose }: WebSocketEvents): TextWebSocket {
  const socket = new WebSocket(url);
  socket.onmessage = ({ data }) => onText(String(data));
  socket.onclose = ({ code, reason }) => onClose(code, reason);
  return {
    send: (text) => socket.send(text),
    close: () => socket.close(1000),
    // The close handshake cannot be skipped here; it is not awaited.
    cut: () => socket.close(),
  };
}
