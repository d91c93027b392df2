/**
 * What a token may be good for in a game: `play` seats of its agents, `watch` the whole game and what agents think,
 * `manage` it (start, pause, resume, save, fork, end, delete).
 */
export const RIGHTS = ['play', 'watch', 'manage'] as const;
export type Right = (typeof RIGHTS)[number];

/** Whether the text names a right. */
export function isRight(text: string): text is Right {
  return RIGHTS.some((right) => right === text);
}
