/** What a socket tells. Nothing follows `onClose`. */
export interface WebSocketEvents {
  onText(text: string): void;
  /** The socket is closed, or could not be opened (code 1006); `reason` is empty where the peer gave none. */
  onClose(code: number, reason: string): void;
}

/** A WebSocket without what differs between Node and browsers. */
export interface TextWebSocket {
  send(text: string): void;
  /** Begins the close handshake with code 1000. */
  close(): void;
  /** Ends the socket without waiting for the peer, where the platform can. */
  cut(): void;
}
