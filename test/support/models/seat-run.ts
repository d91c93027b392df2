import { gameInfoSchema } from '#shared/protocol/game-summary.js';
import type { SeatRun } from '#shared/protocol/usage.js';
import type { Stack } from '../stack.js';

/** What the gateway tells of the run of the model's seat in a game. */
export async function seatRunOf(
  { httpUrl, token }: Stack,
  gameId: string,
): Promise<SeatRun | null | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${httpUrl}/api/games/${gameId}`, { headers });
  const { seats } = gameInfoSchema.parse(await answer.json());
  return seats.find(({ agent_id: id }) => id === 'a-model')?.run;
}
