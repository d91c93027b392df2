/** Limits of the pushes and answers that a session keeps for its agent: their number, and their size in bytes. */
export interface SessionBufferLimits {
  readonly pushes: number;
  readonly pushBytes: number;
  readonly answers: number;
  readonly answerBytes: number;
}

/** The limits of a gateway in use. They are small, because thousands of sessions without a socket may each hold so much for an hour. */
export const DEFAULT_SESSION_BUFFERS: SessionBufferLimits = {
  pushes: 1024,
  pushBytes: 256 << 10,
  answers: 256,
  answerBytes: 256 << 10,
};
