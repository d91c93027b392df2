import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok } from '#shared/core/result.js';
import type { SpectatorRequestType } from '#shared/protocol/link.js';
import type { AnswerData } from '#shared/protocol/state/answers.js';
import { MAX_TRANSCRIPT_CHARS, type TranscriptData } from '#shared/protocol/transcript.js';
import { linkPush } from '../../proxy/api/link-messages.js';
import type {
  Answer,
  AskedSeatRequest,
  LinkRow,
  LinkState,
  LinkStep,
  LinkTable,
} from '../../proxy/api/requests/asked-request.js';
import { ANYWHERE, seatRow, WATCHES } from '../../proxy/api/requests/link-table.js';
import { turnOf } from '../../proxy/world/world.js';
import type { AgentActivityTracker } from './agent-activity-tracker.js';
import type { Broadcasts } from './broadcasts.js';
import { SpectatorRequests } from './spectator-requests.js';

/** Answers requests for spectators, and those of agents that show them what their models think. */
export function watchingRows(
  broadcasts: Broadcasts,
  tracker: AgentActivityTracker,
): Pick<LinkTable, SpectatorRequestType | 'transcript'> {
  const ofLinks = new WeakMap<LinkState, SpectatorRequests>();
  const spectatorsOf = (link: LinkState): SpectatorRequests => {
    const known = ofLinks.get(link);
    if (known !== undefined) return known;
    const spectators = openSpectators(broadcasts, link);
    ofLinks.set(link, spectators);
    return spectators;
  };
  const spectating = (type: SpectatorRequestType, steps: readonly LinkStep[]): LinkRow => ({
    steps,
    handle: ({ link, request }) => spectatorsOf(link).answer(type, request.game_id, request.data),
  });
  return {
    spectate: spectating('spectate', WATCHES),
    spectate_end: spectating('spectate_end', ANYWHERE),
    recording: spectating('recording', WATCHES),
    recording_state: spectating('recording_state', WATCHES),
    recording_turn: spectating('recording_turn', WATCHES),
    recording_part: spectating('recording_part', WATCHES),
    transcript: seatRow('transcript', 'a_turn', (asked, data) => transcript(tracker, asked, data)),
  };
}

/** The spectators of one gateway. */
function openSpectators(broadcasts: Broadcasts, { send, closed }: LinkState): SpectatorRequests {
  const spectators = new SpectatorRequests(broadcasts, (gameId, channel, update) => {
    const about = { agentId: 'spectators', gameId };
    send(linkPush(about, 'spectator_update', { channel, update }, Date.now()));
  });
  if (closed.aborted) spectators.close();
  else closed.addEventListener('abort', () => spectators.close(), { once: true });
  return spectators;
}

/** Shows spectators a part of an agent's transcript. E105 for a turn that has not begun; E106 for blocks that are too long. */
function transcript(
  tracker: AgentActivityTracker,
  { agent: { seat } }: AskedSeatRequest,
  data: TranscriptData,
): Answer {
  const now = turnOf(seat.world);
  const { turn = now, blocks } = data;
  if (turn > now) return fail(notBegun(turn, now));
  if (JSON.stringify(blocks).length > MAX_TRANSCRIPT_CHARS)
    return fail(
      failure('E106', 'These blocks are too long: send them in several messages, and no pictures', {
        path: 'data.blocks',
        details: { max_chars: MAX_TRANSCRIPT_CHARS },
      }),
    );
  const shown = tracker.recordTranscript(seat, data, turn);
  const answer: AnswerData<'transcript_result'> = {
    type: 'transcript_result',
    success: true,
    turn,
    blocks: blocks.length,
    shown,
  };
  return ok(answer);
}

/** E105 for what is about a later turn. */
export function notBegun(turn: number, now: number): Failure {
  return failure('E105', `Turn ${turn} has not begun`, { path: 'data.turn', details: { turn: now } });
}
