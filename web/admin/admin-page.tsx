import { useEffect } from 'preact/hooks';
import type { GameSummary } from '#shared/protocol/game-summary.js';
import type { AdminOverview, AdminSession, AdminTokens } from '#shared/protocol/rest.js';
import {
  type AdminSnapshot,
  act,
  adminToken,
  done,
  loadSnapshot,
  problem,
  snapshot,
  storeAdminToken,
} from './admin-client.js';
import { ConfirmButton } from './confirm-button.js';

const REFRESH_MS = 3_000;

/** The page of the operator: shows games, sessions, proxies, limits and tokens, and acts on them. */
export function AdminPage() {
  useEffect(() => {
    document.title = 'FreeCiv gateway: operator';
    if (adminToken.value === undefined) return undefined;
    const end = new AbortController();
    const load = () => void loadSnapshot(end.signal);
    load();
    const timer = setInterval(load, REFRESH_MS);
    return () => {
      end.abort();
      clearInterval(timer);
    };
  }, [adminToken.value]);
  return (
    <main class="list admin">
      <div class="list-head">
        <h1>Operator</h1>
        <a href="#/">Games</a>
      </div>
      {problem.value !== undefined && (
        <p class="notice" role="alert">
          {problem.value}
        </p>
      )}
      <p role="status" class="muted">
        {done.value ?? ''}
      </p>
      {adminToken.value === undefined ? <AdminTokenForm /> : <Snapshot shown={snapshot.value} />}
    </main>
  );
}

function AdminTokenForm() {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = form instanceof HTMLFormElement ? new FormData(form).get('admin-token') : undefined;
    if (typeof text === 'string' && text !== '') storeAdminToken(text);
  };
  return (
    <form class="card token" onSubmit={submit}>
      <label for="admin-token">The admin token (ADMIN_TOKEN)</label>
      <input id="admin-token" name="admin-token" type="password" autocomplete="off" required />
      <button type="submit">Open</button>
    </form>
  );
}

function Snapshot({ shown }: { readonly shown: AdminSnapshot | undefined }) {
  if (shown === undefined) return <p class="muted">Loading …</p>;
  const { overview, sessions, tokens } = shown;
  return (
    <>
      <Overview overview={overview} />
      <Games shown={shown} />
      <Sessions sessions={sessions} />
      <Tokens tokens={tokens} />
    </>
  );
}

function Overview({ overview }: { readonly overview: AdminOverview }) {
  const { draining, limits_hit: limits, proxies } = overview;
  const hits = Object.entries(limits).toSorted(([, a], [, b]) => b - a);
  const label = draining ? 'Open' : 'Drain';
  const question = draining ? 'Take new sockets again?' : 'Take no new sockets? Those that are open go on.';
  return (
    <section class="card" aria-labelledby="admin-gateway">
      <h2 id="admin-gateway">Gateway</h2>
      <p>
        {draining ? 'It takes no new sockets.' : 'It takes new sockets.'}{' '}
        <ConfirmButton
          label={label}
          question={question}
          onConfirm={() =>
            act(
              draining ? 'New sockets are taken again.' : 'No new sockets are taken.',
              'POST',
              '/api/admin/drain',
              {
                drain: !draining,
              },
            )
          }
        />
      </p>
      <p>
        {overview.sockets} sockets of agents, {overview.spectators} of spectators, {overview.sessions}{' '}
        sessions; {overview.in_flight} requests under way, {overview.unread_bytes} bytes not read yet.
      </p>
      <p>
        Limits hit: {hits.length === 0 ? 'none' : hits.map(([name, count]) => `${name} ${count}`).join(', ')}
      </p>
      <Table name="Proxies" head={['Proxy', 'Link', 'Games']}>
        {proxies.map(({ id, url, up, draining: leaving, games }) => (
          <tr key={id}>
            <td title={url}>{id}</td>
            <td>{up ? (leaving ? 'draining' : 'up') : 'down'}</td>
            <td>{games ?? '?'}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Games({ shown: { games, seats } }: { readonly shown: AdminSnapshot }) {
  return (
    <section class="card" aria-labelledby="admin-games">
      <h2 id="admin-games">Games</h2>
      <Table name="Games" head={['Game', 'State', 'Turn', 'Players', 'Seats', 'Actions']}>
        {games.map(({ game_id: id, state, turn, players }) => (
          <tr key={id}>
            <td>
              <a href={`#/game/${id}`}>{id}</a>
            </td>
            <td>{state}</td>
            <td>{turn ?? '–'}</td>
            <td>{players.length}</td>
            <td>
              {(seats.get(id) ?? [])
                .map(({ agent_id: agent, presence }) => `${agent} (${presence})`)
                .join(', ')}
            </td>
            <td>
              <GameActions id={id} state={state} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** What can be done with a game in its state. */
function GameActions({ id, state }: { readonly id: string; readonly state: GameSummary['state'] }) {
  const to = (what: string, path: string) => () =>
    act(`${id} ${what}.`, 'POST', `/api/games/${id}/${path}`, {});
  return (
    <>
      {state === 'running' && (
        <ConfirmButton label="Pause" question={`Pause ${id}?`} onConfirm={to('is paused', 'pause')} />
      )}
      {state === 'paused' && (
        <ConfirmButton label="Resume" question={`Resume ${id}?`} onConfirm={to('goes on', 'resume')} />
      )}
      {(state === 'running' || state === 'paused') && (
        <ConfirmButton
          label="End"
          question={`End ${id} with its present ranking?`}
          onConfirm={to('has ended', 'end')}
        />
      )}
    </>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly AdminSession[] }) {
  return (
    <section class="card" aria-labelledby="admin-sessions">
      <h2 id="admin-sessions">Sessions</h2>
      <Table name="Sessions" head={['Agent', 'Game', 'Socket', 'Address', 'Actions']}>
        {sessions.map(({ agent_id: agent, session, game_id: game, connected, address }) => (
          <tr key={`${agent} ${session}`}>
            <td>{agent}</td>
            <td>{game}</td>
            <td>{connected ? 'open' : 'none'}</td>
            <td>{address}</td>
            <td>
              <ConfirmButton
                label="Kick"
                question={`End the session of ${agent} in ${game}?`}
                onConfirm={() =>
                  act(
                    `The session of ${agent} in ${game} has ended.`,
                    'DELETE',
                    `/api/admin/sessions/${session}?agent_id=${encodeURIComponent(agent)}`,
                  )
                }
              />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Tokens({ tokens }: { readonly tokens: AdminTokens['tokens'] }) {
  return (
    <section class="card" aria-labelledby="admin-tokens">
      <h2 id="admin-tokens">Tokens</h2>
      <Table
        name="Tokens"
        head={['Token', 'From', 'Opens', 'Games', 'Disk', 'Seats', 'Sockets', 'Messages', 'Actions']}
      >
        {tokens.map(({ token, source, scopes, quotas, use }) => (
          <tr key={token}>
            <td>
              <code>{token}</code>
            </td>
            <td>{source}</td>
            <td>
              {scopes
                .map(({ agents, games, rights }) => `${agents} in ${games}: ${rights.join(', ')}`)
                .join('; ')}
            </td>
            <td>{share(use.games, quotas.games)}</td>
            <td>{share(use.disk_mb, quotas.disk_mb)} MB</td>
            <td>{share(use.seats, quotas.seats)}</td>
            <td>{share(use.connections, quotas.connections)}</td>
            <td>{use.messages === null ? '–' : share(use.messages, quotas.messages)}</td>
            <td>
              <ConfirmButton
                label="Revoke"
                question={`Revoke ${token} for good, and close its sockets?`}
                onConfirm={() => act(`${token} is revoked.`, 'DELETE', `/api/admin/tokens/${token}`)}
              />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** The amount used, and the limit if there is one. */
function share(used: number, most: number | undefined): string {
  return most === undefined ? String(used) : `${used} of ${most}`;
}

interface TableProps {
  readonly name: string;
  readonly head: readonly string[];
  readonly children: preact.ComponentChildren;
}

/** A table that scrolls by itself where the window is narrow. */
function Table({ name, head, children }: TableProps) {
  return (
    <div class="admin-table">
      <table aria-label={name}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
