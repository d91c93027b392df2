import type { ServerContext } from '@modelcontextprotocol/server';
import { every } from '#shared/core/clock.js';
import type { McpSeat, SeatPush } from './mcp-seat.js';

/** Between two reports of progress on a call to which nothing happens. */
const PROGRESS_MS = 5_000;

/** Reports each push, and that the call goes on, to a client that asked for progress; the returned function ends it. */
export function reportProgress(seat: McpSeat, { mcpReq }: ServerContext): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const report = (message: string) => {
    progress++;
    const params = { progressToken, progress, message };
    // A client that is gone gets no progress; the call itself notices.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
  const stopPushes = seat.onPush((push) => report(pushWords(push)));
  const stopTimer = every(seat.clock, PROGRESS_MS, () => report('waiting'));
  return () => {
    stopPushes();
    stopTimer();
  };
}

/** A push in a few words, such as `turn start 12`. */
export function pushWords({ type, data }: SeatPush): string {
  const { turn, event, status } = data;
  const what = [type.replaceAll('_', ' '), turn, event, status];
  return what.filter((word) => typeof word === 'string' || typeof word === 'number').join(' ');
}
