/** Who is to play which game, and where. */
export interface ConnectionTarget {
  /** The gateway as the browser sees it: `http://127.0.0.1:8003`. */
  readonly origin: string;
  readonly agentId: string;
  readonly gameId: string;
  readonly token: string;
}

/** What to paste to connect one kind of client. */
export interface ConnectionLines {
  readonly client: string;
  /** Where the lines go. */
  readonly place: string;
  readonly lines: string;
}

/** The lines for each kind of client, with the token of the target. Each runs, or is a file, as it stands. */
export function connectionLines(target: ConnectionTarget): readonly ConnectionLines[] {
  const { origin, agentId, gameId } = target;
  const query = new URLSearchParams({ agent_id: agentId, game_id: gameId });
  const url = `${origin}/mcp?${query}`;
  const authorization = `Bearer ${target.token}`;
  const server = { url, headers: { Authorization: authorization } };
  return [
    {
      client: 'Claude Code',
      place: 'In a shell:',
      lines: `claude mcp add --transport http freeciv ${quoted(url)} --header ${quoted(`Authorization: ${authorization}`)}`,
    },
    {
      client: 'VS Code (MCP)',
      place: 'As .vscode/mcp.json:',
      lines: json({ servers: { freeciv: { type: 'http', ...server } } }),
    },
    {
      client: 'Cursor (MCP)',
      place: 'As .cursor/mcp.json:',
      lines: json({ mcpServers: { freeciv: server } }),
    },
    { client: 'Python', place: 'After pip install ./agent/python:', lines: python(target) },
    { client: 'TypeScript', place: 'With the package that npm pack makes:', lines: typescript(target) },
    {
      client: 'WebSocket',
      place: `At ${socketOrigin(origin)}/ws/agent/${encodeURIComponent(agentId)}, one message a line:`,
      lines: messages(target),
    },
  ];
}

function python({ origin, agentId, gameId, token }: ConnectionTarget): string {
  const names = `agent_id=${text(agentId)}, token=${text(token)}, game=${text(gameId)}`;
  return `from freeciv_gateway import AgentError, connect

with connect(${text(socketOrigin(origin))}, ${names}) as seat:
    for brief in seat.turns(limit=3):
        print(brief)
        for offer in seat.offers().of("unit_build_city", "unit_explore"):
            try:
                print(seat.act(offer))
            except AgentError as refusal:
                print(refusal)
`;
}

function typescript({ origin, agentId, gameId, token }: ConnectionTarget): string {
  const names = `agentId: ${text(agentId)}, token: ${text(token)}, game: ${text(gameId)}`;
  return `import { connect } from 'freeciv-llm-gateway/client';

const seat = await connect(${text(socketOrigin(origin))}, { ${names} });
for (let played = 0; played < 3; played += 1) {
  const { turn, offers } = await seat.offers();
  const wanted = offers.filter(({ type }) => /unit_(build_city|explore)/.test(type));
  for (const offer of wanted) console.log(turn, offer.label, await seat.act(offer).catch(String));
  await seat.endTurn();
}
await seat.close();
`;
}

function messages({ gameId, token }: ConnectionTarget): string {
  const login = { api_token: token, game_id: gameId };
  const state = { format: 'llm_optimized', include_legal_actions: true };
  return [
    { type: 'llm_connect', data: login },
    { type: 'state_query', data: state },
    { type: 'action', data: { action_type: 'end_turn' } },
  ]
    .map((message) => JSON.stringify(message))
    .join('\n');
}

/** The address of the same host for WebSockets. */
function socketOrigin(origin: string): string {
  return origin.replace(/^http/, 'ws');
}

/** A string literal of JSON, which is one of Python and TypeScript too. */
function text(value: string): string {
  return JSON.stringify(value);
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** One word of a POSIX shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
