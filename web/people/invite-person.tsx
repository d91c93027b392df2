import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Invitations, MadeInvitation } from '#shared/protocol/invitations.js';
import type { GatewayAnswer } from '../ask-gateway.js';
import { lastToken } from '../stored-seat.js';
import { InvitationList, MadeInvitationCard } from './invitation-cards.js';
import { type Inviter, listInvitations, makeInvitation, withdrawInvitation } from './invitation-client.js';

/** Who connects and leaves is seen after this time. */
const REFRESH_MS = 5_000;

/** Invites people with the ordinary FreeCiv client to a game, for who has a token that may manage it. */
export function InvitePerson({ gameId }: { readonly gameId: string }) {
  const isOpen = useSignal(false);
  const typed = useSignal(lastToken());
  /** What was typed, once it is whole: half a token would count as a wrong one. */
  const token = useSignal(typed.value);
  const name = useSignal('');
  const made = useSignal<MadeInvitation | undefined>(undefined);
  const listed = useSignal<Invitations | undefined>(undefined);
  const problem = useSignal('');
  const inviter: Inviter = { gameId, token: token.value };
  const show = (answer: GatewayAnswer<Invitations>) => {
    problem.value = 'problem' in answer ? answer.problem : '';
    if ('data' in answer) listed.value = answer.data;
  };
  useEffect(() => {
    listed.value = undefined;
    problem.value = '';
    if (!isOpen.value || token.value === '') return undefined;
    const ended = new AbortController();
    const load = async () => {
      const answer = await listInvitations(inviter, ended.signal);
      if (ended.signal.aborted) return;
      show(answer);
      // A refused token is not tried again by itself.
      if ('data' in answer || listed.value !== undefined) timer = setTimeout(load, REFRESH_MS);
    };
    let timer = setTimeout(load, 0);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [isOpen.value, token.value, gameId]);
  const invite = async () => {
    const answer = await makeInvitation(inviter, name.value.trim());
    problem.value = 'problem' in answer ? answer.problem : '';
    if (!('data' in answer)) return;
    made.value = answer.data;
    name.value = '';
    show(await listInvitations(inviter, new AbortController().signal));
  };
  const withdraw = async (id: string) => {
    if (made.value?.invitation_id === id) made.value = undefined;
    show(await withdrawInvitation(inviter, id));
  };
  const isOff = listed.value?.port === null;
  return (
    <details
      class="connect card"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>Invite a person</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void invite();
        }}
      >
        <div class="connect-fields">
          <label>
            Manage token
            <input
              type="password"
              value={typed.value}
              autocomplete="off"
              maxLength={4096}
              onInput={(event) => {
                typed.value = event.currentTarget.value;
              }}
              onChange={() => {
                token.value = typed.value;
              }}
            />
          </label>
          <label>
            Name of the person
            <input
              value={name.value}
              autocomplete="off"
              maxLength={60}
              placeholder="Anna"
              onInput={(event) => {
                name.value = event.currentTarget.value;
              }}
            />
          </label>
        </div>
        <div class="connect-buttons">
          <button type="submit" class="offer" disabled={listed.value === undefined || isOff}>
            Invite
          </button>
          <span role="status" class="muted">
            {problem.value}
          </span>
        </div>
      </form>
      {isOff && <p class="notice">No client can connect: set PLAY_PORT, then start the gateway again.</p>}
      {made.value !== undefined && <MadeInvitationCard key={made.value.invitation_id} made={made.value} />}
      {listed.value !== undefined && (
        <InvitationList invitations={listed.value.invitations} withdraw={withdraw} />
      )}
      <p class="muted">
        <small>
          A person plays with an ordinary FreeCiv client. FreeCiv sends the password in clear text: beyond
          your own network use a tunnel.
        </small>
      </p>
    </details>
  );
}
