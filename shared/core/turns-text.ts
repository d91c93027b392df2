/** `1 turn`, `2 turns`. */
export function turnsText(turns: number): string {
  return `${turns} turn${turns === 1 ? '' : 's'}`;
}
