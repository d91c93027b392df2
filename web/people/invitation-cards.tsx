import type { Invitation, MadeInvitation } from '#shared/protocol/invitations.js';
import { ConfirmButton } from '../admin/confirm-button.js';
import { ShowToken, useCopiedLines } from '../copied-lines.js';
import { invitationLines } from './invitation-client.js';

/** What stands in the lines while the token is not shown. */
const HIDDEN = '••••••••';

/** What to send to the person that was invited: its token is told this once. */
export function MadeInvitationCard({ made }: { readonly made: MadeInvitation }) {
  const { lines, isTokenShown, said, copy } = useCopiedLines();
  const linesWith = (token: string) => invitationLines(made, location.hostname, token);
  const shown = linesWith(isTokenShown.value ? made.token : HIDDEN);
  return (
    <section class="invitation-made" aria-label="The new invitation">
      <p>
        Send this to {made.name ?? 'the person'}. The client asks for the password when it connects. The token
        is shown only now.
      </p>
      <textarea
        ref={lines}
        readOnly
        wrap="soft"
        rows={shown.split('\n').length + 3}
        aria-label="What to send"
        value={shown}
      />
      <div class="connect-buttons">
        <button type="button" class="offer" onClick={() => void copy(linesWith(made.token))}>
          Copy all
        </button>
        <button type="button" class="offer" onClick={() => void copy(made.token)}>
          Copy the token
        </button>
        <ShowToken isShown={isTokenShown} />
        <span role="status" class="muted">
          {said.value}
        </span>
      </div>
    </section>
  );
}

interface InvitationListProps {
  readonly invitations: readonly Invitation[];
  withdraw(id: string): Promise<void>;
}

/** The invitations in force, each with who has it, whether that person is connected, and a button that withdraws it. */
export function InvitationList({ invitations, withdraw }: InvitationListProps) {
  if (invitations.length === 0) return <p class="muted">Nobody is invited.</p>;
  return (
    <ul class="invitations" aria-label="Invitations">
      {invitations.map((one) => (
        <li key={one.invitation_id}>
          <span>
            <strong>{one.name ?? one.agent_id}</strong>{' '}
            <span class="muted">
              {one.name === null ? '' : `${one.agent_id} · `}
              {one.connected ? 'connected' : 'not connected'}
              {one.made_at === null ? '' : ` · invited ${dayOf(one.made_at)}`}
            </span>
          </span>
          <ConfirmButton
            label="Withdraw"
            question={`Withdraw the invitation of ${one.name ?? one.agent_id}?`}
            onConfirm={() => withdraw(one.invitation_id)}
          />
        </li>
      ))}
    </ul>
  );
}

/** `seconds` since 1970. */
function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
