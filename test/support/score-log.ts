/** Scores by turn and player (`20 3`), from the text of the file the server writes for whoever wants to draw curves. */
export function scoreLog(text: string): ReadonlyMap<string, number> {
  const rows = text.split('\n').map((line) => line.split(' '));
  const tag = rows.find(([kind, , name]) => kind === 'tag' && name === 'score')?.[1];
  const scores = rows.filter(([kind, , which]) => kind === 'data' && which === tag);
  return new Map(scores.map(([, turn, , player, score]) => [`${turn} ${player}`, Number(score)]));
}
