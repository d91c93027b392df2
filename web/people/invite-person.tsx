import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Invitations, MadeInvitation } from '#shared/protocol/invitations.js';
import type { GatewayAnswer } from '../ask-gateway.js';
import { lastToken } from '../stored-seat.js';
import { TokenField } from '../token-field.js';
import { InvitationList, MadeInvitationCard } from './invitation-cards.js';
import { type Inviter, listInvitations, makeInvitation, withdrawInvitation } from './invitation-client.js';

/** Who connects and leaves is seen after this time. */
const REFRESH_MS = 5_000;

/** Invites people with the ordinary FreeCiv client to a game, for who has a token that may manage it. */
export function InvitePerson({ gameId }: { readonly gameId: string }) {
  const isOpen = useSignal(false);
  const token = useSignal(lastToken());
  const name = useSignal('');
  const made = useSignal<MadeInvitation | undefined>(undefined);
  const inviter: Inviter = { gameId, token: token.value };
  const { listed, problem, show } = useInvitations(inviter, isOpen.value);
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
  const isReady = listed.value !== undefined && !isOff;
  return (
    <details
      class="connect card"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>Invite a person</summary>
      <InviteForm {...{ token, name, isReady }} problem={problem.value} invite={() => void invite()} />
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

/** The invitations while they are shown, read again every few seconds; undefined until the first answer. */
function useInvitations({ gameId, token }: Inviter, isShown: boolean) {
  const listed = useSignal<Invitations | undefined>(undefined);
  const problem = useSignal('');
  const show = (answer: GatewayAnswer<Invitations>) => {
    problem.value = 'problem' in answer ? answer.problem : '';
    if ('data' in answer) listed.value = answer.data;
  };
  useEffect(() => {
    listed.value = undefined;
    problem.value = '';
    if (!isShown || token === '') return undefined;
    const ended = new AbortController();
    const load = async () => {
      const answer = await listInvitations({ gameId, token }, ended.signal);
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
  }, [isShown, token, gameId]);
  return { listed, problem, show };
}

interface InviteFormProps {
  readonly token: Signal<string>;
  readonly name: Signal<string>;
  readonly isReady: boolean;
  readonly problem: string;
  invite(): void;
}

function InviteForm({ token, name, isReady, problem, invite }: InviteFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        invite();
      }}
    >
      <div class="connect-fields">
        <TokenField label="Manage token" token={token} maxLength={4096} />
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
        <button type="submit" class="offer" disabled={!isReady}>
          Invite
        </button>
        <span role="status" class="muted">
          {problem}
        </span>
      </div>
    </form>
  );
}
