/** Limits of agents' sockets that are not settings. */
export const AGENT_BOUNDS = {
  /** Structure of one message: more than the largest batch needs, and read within a few milliseconds whatever it holds. */
  messageShape: { depth: 16, values: 4096, bare: 256 << 10 },
  maxBytesBeforeLogin: 4096,
  maxMessagesBeforeLogin: 32,
  /** Messages kept while a login is in progress. */
  maxMessagesDuringLogin: 16,
  maxRequestsInFlight: 64,
  /** Pushes held back while a request is in flight. */
  maxWaitingPushes: 256,
  /** With more unread bytes a peer is behind: its pushes wait, and those that fall out of the session's ring are skipped. */
  maxUnreadBytesForPushes: 64 << 10,
  /** With more unread bytes a peer may begin no further request. */
  maxUnreadBytesForRequests: 512 << 10,
  /** With more unread bytes a peer is closed when the next message is sent to it. */
  maxUnreadBytes: 4 << 20,
  /** Unread bytes of all peers together. */
  maxUnreadBytesTogether: 32 << 20,
} as const;

/** The close codes of a client that ends its connection itself: normal, going away, none. */
export const CLEAN_CLOSES: ReadonlySet<number> = new Set([1000, 1001, 1005]);
