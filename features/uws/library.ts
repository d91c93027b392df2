/** The part of uWebSockets.js that is used. Requests, responses and bytes are valid only within the call that passes them. */
export interface UwsLibrary {
  App(): UwsApp;
  SSLApp(options: { readonly cert_file_name: string; readonly key_file_name: string }): UwsApp;
  us_socket_local_port(socket: object): number;
}

/** A server of the library. */
export interface UwsApp {
  ws<Data>(pattern: string, behaviour: UwsBehaviour<Data>): unknown;
  any(pattern: string, handler: (response: UwsResponse, request: UwsRequest) => void): unknown;
  /** Calls `listening` before it returns; with false when the port cannot be opened. */
  listen(host: string, port: number, options: number, listening: (socket: object | false) => void): unknown;
  /** Closes the port and cuts all connections. */
  close(): unknown;
}

/** The options and event handlers of the WebSockets below one path. */
export interface UwsBehaviour<Data> {
  /** Bytes of a message; a larger one ends the socket without a close frame. */
  readonly maxPayloadLength?: number;
  /** Bytes that may wait for a peer; 0 is no limit. */
  readonly maxBackpressure?: number;
  /** Seconds without a byte from the peer, up to 960. */
  readonly idleTimeout?: number;
  readonly sendPingsAutomatically?: boolean;
  upgrade(response: UwsResponse, request: UwsRequest, context: object): void;
  open?(socket: UwsSocket<Data>): void;
  message?(socket: UwsSocket<Data>, bytes: ArrayBuffer, isBinary: boolean): void;
  drain?(socket: UwsSocket<Data>): void;
  ping?(socket: UwsSocket<Data>): void;
  pong?(socket: UwsSocket<Data>): void;
  /** The socket is closed and must not be used any more. */
  close?(socket: UwsSocket<Data>, code: number): void;
}

/** An open socket. Its methods throw once it is closed. */
export interface UwsSocket<Data> {
  getUserData(): Data;
  getBufferedAmount(): number;
  send(message: string | Uint8Array, isBinary: boolean): unknown;
  ping(): unknown;
  /** Sends a close frame; the socket is closed for the caller immediately. */
  end(code: number, reason: string): void;
  close(): void;
}

/** An HTTP request. */
export interface UwsRequest {
  getCaseSensitiveMethod(): string;
  getUrl(): string;
  /** The query without the question mark; undefined without one. */
  getQuery(): string | undefined;
  /** The value of a header by its name in lower case; empty without one. */
  getHeader(name: string): string;
  forEach(each: (name: string, value: string) => void): void;
}

/** An HTTP response; it must not be used once it is sent or aborted. */
export interface UwsResponse {
  getRemoteAddressAsText(): ArrayBuffer;
  onAborted(aborted: () => void): unknown;
  onData(onChunk: (bytes: ArrayBuffer, isLast: boolean) => void): unknown;
  /** Sends together what `write` writes. */
  cork(write: () => void): unknown;
  writeStatus(status: string): UwsResponse;
  writeHeader(name: string, value: string): UwsResponse;
  end(body?: string | Uint8Array, closeConnection?: boolean): unknown;
  endWithoutBody(contentLength?: number): unknown;
  upgrade<Data>(data: Data, key: string, protocol: string, extensions: string, context: object): void;
}
