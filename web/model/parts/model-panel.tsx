import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { GameInfo } from '#shared/protocol/game-summary.js';
import { picture } from '../../state.js';
import { lastToken } from '../../stored-seat.js';
import { TokenField } from '../../token-field.js';
import type { ModelSeat } from '../chat-client.js';
import { ConversationFollower, type FollowerNews } from '../conversation-follower.js';
import { ConversationList } from './conversation-list.js';
import { ModelChat } from './model-chat.js';

/** A chat with the model that holds a seat, and what it was told and said; for who has a token of the seat or manages the game. */
export function ModelPanel({ gameId }: { readonly gameId: string }) {
  const isOpen = useSignal(false);
  const token = useSignal(lastToken());
  const seats = useSignal<GameInfo['seats']>([]);
  const agentId = useSignal<string | undefined>(undefined);
  useEffect(() => {
    if (!isOpen.value) return undefined;
    const loading = new AbortController();
    void loadSeats(gameId, token.value, loading.signal).then((found) => {
      if (loading.signal.aborted) return;
      seats.value = found;
      const isThere = found.some((seat) => seat.agent_id === agentId.value);
      if (!isThere) agentId.value = found[0]?.agent_id;
    });
    return () => loading.abort();
  }, [isOpen.value, token.value, gameId]);
  const chosen = agentId.value;
  const seat = chosen === undefined ? undefined : { gameId, agentId: chosen, token: token.value };
  return (
    <details
      class="model-panel card"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>Talk to a model</summary>
      <div class="model-fields">
        <TokenField label="Token of the seat" token={token} maxLength={512} />
        <label>
          Agent
          <select
            value={chosen ?? ''}
            onChange={(event) => {
              agentId.value = event.currentTarget.value;
            }}
          >
            {seats.value.map(({ agent_id: id, player_id: player }) => (
              <option key={id} value={id}>
                {id} ({picture.value?.view.players.get(player)?.nation ?? `player ${player}`})
              </option>
            ))}
          </select>
        </label>
      </div>
      {isOpen.value && seat !== undefined && (
        <SeatOfModel key={`${seat.agentId} ${seat.token}`} seat={seat} />
      )}
      {isOpen.value && seat === undefined && (
        <p class="muted">No agent that this token may be told of has a seat.</p>
      )}
    </details>
  );
}

/** The seats of the game; none while it cannot be read. */
async function loadSeats(gameId: string, token: string, signal: AbortSignal): Promise<GameInfo['seats']> {
  try {
    const headers: HeadersInit = token === '' ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`/api/games/${gameId}`, { headers, signal });
    if (!answer.ok) return [];
    const { seats }: GameInfo = await answer.json();
    return seats;
  } catch {
    return [];
  }
}

/** Chat and conversation of one seat. */
function SeatOfModel({ seat }: { readonly seat: ModelSeat }) {
  const news = useSignal<FollowerNews | undefined>(undefined);
  const follower = useRef<ConversationFollower | undefined>(undefined);
  useEffect(() => {
    if (seat.token === '') return undefined;
    const following = new ConversationFollower(seat, (now) => {
      news.value = now;
    });
    follower.current = following;
    return () => following.close();
  }, []);
  if (seat.token === '') return <p class="muted">Enter a token of the seat, as its agent has it.</p>;
  if (news.value === undefined) return <p class="muted">Loading …</p>;
  if (news.value.kind === 'refused') return <p class="notice">{news.value.reason}</p>;
  const { list, now } = news.value;
  return (
    <>
      <ModelChat seat={seat} />
      <h3>What it was told and said</h3>
      {list.length > 1 && (
        <label class="conversation-choice">
          Conversation
          <select value={now?.id} onChange={(event) => follower.current?.choose(event.currentTarget.value)}>
            {list.map(({ conversation_id: id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      {now === undefined ? (
        <p class="muted">Its agent keeps no conversation here.</p>
      ) : (
        <ConversationList objects={now.objects} />
      )}
      {now !== undefined && now.unreadable > 0 && (
        <p class="notice">{now.unreadable} parts of its messages could not be read.</p>
      )}
    </>
  );
}
