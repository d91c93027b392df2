/** Read on white and on black alike. */
const COLORS = [
  ...['#3b82c4', '#d9822b', '#3f9c5a', '#b5508f', '#8a6fd1', '#c9534f', '#2a9d97', '#a1892b'],
  ...['#6b7f95', '#d36ba6', '#7c9a3a', '#5f6fd8'],
];

/** The colour of a contestant in all pictures. */
export function colorOf(contestant: string, contestants: readonly string[]): string {
  return COLORS[Math.max(0, contestants.indexOf(contestant)) % COLORS.length] ?? '#3b82c4';
}
