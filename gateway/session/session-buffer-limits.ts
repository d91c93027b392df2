/** How much a session holds. */
export interface SessionBufferLimits {
  readonly pushes: number;
  readonly pushBytes: number;
  readonly answers: number;
  readonly answerBytes: number;
}

/** Little, because thousands of sessions without a socket may hold as much for an hour. */
export const DEFAULT_SESSION_BUFFERS: SessionBufferLimits = {
  pushes: 1024,
  pushBytes: 256 << 10,
  answers: 256,
  answerBytes: 256 << 10,
};
