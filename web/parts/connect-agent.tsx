import { type Signal, useSignal } from '@preact/signals';
import { askGateway } from '../ask-gateway.js';
import { ShowToken, useCopiedLines } from '../copied-lines.js';
import { lastToken } from '../stored-seat.js';
import { connectionLines } from './connection-lines.js';

/** What stands in the lines instead of a token that is not known, or not shown. */
const PLACEHOLDER = 'TOKEN';

/** Lines to paste that connect an agent to the game `gameId`, or without it to one that is named here. */
export function ConnectAgent({ gameId }: { readonly gameId: string | undefined }) {
  const { lines, isTokenShown, said, copy } = useCopiedLines();
  const client = useSignal(0);
  const agent = useSignal('my-agent');
  const game = useSignal(gameId ?? 'my-game');
  const token = useSignal(lastToken());
  const target = { origin: location.origin, agentId: agent.value, gameId: gameId ?? game.value };
  const withToken = (known: string) =>
    connectionLines({ ...target, token: known === '' ? PLACEHOLDER : known })[client.value];
  const shown = withToken(isTokenShown.value ? token.value : '');
  const make = async () => {
    said.value = '';
    const body = { agents: agent.value, games: gameId ?? game.value };
    const made = await askGateway<{ readonly token: string }>(token.value, 'POST', '/api/tokens', { body });
    if ('data' in made) token.value = made.data.token;
    said.value = 'data' in made ? `A token for ${agent.value} alone` : made.problem;
  };
  return (
    <details class="connect card">
      <summary>Connect an agent</summary>
      <div class="connect-fields">
        <label>
          Client
          <select
            value={client.value}
            onChange={(event) => {
              client.value = event.currentTarget.selectedIndex;
              said.value = '';
            }}
          >
            {connectionLines({ ...target, token: '' }).map((one, index) => (
              <option key={one.client} value={index}>
                {one.client}
              </option>
            ))}
          </select>
        </label>
        <Field label="Agent id" value={agent} said={said} pattern="[A-Za-z0-9._:@\-]{1,64}" />
        {gameId === undefined && (
          <Field label="Game" value={game} said={said} pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}" />
        )}
        <Field label="Token" value={token} said={said} type="password" maxLength={512} />
      </div>
      <p class="muted">{shown?.place}</p>
      <textarea
        ref={lines}
        readOnly
        wrap={shown?.lines.includes('\n') === true ? 'off' : 'soft'}
        rows={Math.min(14, (shown?.lines ?? '').split('\n').length + 1)}
        aria-label="Lines to paste"
        value={shown?.lines}
      />
      <div class="connect-buttons">
        <button type="button" class="offer" onClick={() => void copy(withToken(token.value)?.lines ?? '')}>
          Copy
        </button>
        <ShowToken isShown={isTokenShown} disabled={token.value === ''} />
        <button type="button" class="offer" disabled={token.value === ''} onClick={() => void make()}>
          Make a token for this agent
        </button>
        <span role="status" class="muted">
          {said.value}
        </span>
      </div>
      <p class="muted">
        <small>
          {token.value === ''
            ? 'TOKEN stands for a token of this agent: the manage token that npm start prints makes one.'
            : 'What is copied has the token in it: keep it to yourself.'}
        </small>
      </p>
    </details>
  );
}

interface FieldProps {
  readonly label: string;
  readonly type?: 'password';
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly value: Signal<string>;
  /** The message about the copied lines. A change of the field clears it. */
  readonly said: Signal<string>;
}

function Field({ label, value, said, ...input }: FieldProps) {
  return (
    <label>
      {label}
      <input
        {...input}
        value={value.value}
        autocomplete="off"
        onInput={(event) => {
          value.value = event.currentTarget.value;
          said.value = '';
        }}
      />
    </label>
  );
}
