import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';

type Offer = { type: string; unit_id?: number };
type State = { turn: number; strategic_summary: object; legal_actions: Offer[] };
type Data = { turn?: number; data: State; outcome?: string; error_message?: string };

const url = process.argv[2] ?? 'ws://127.0.0.1:8003/ws/agent/my-agent';
const socket = new WebSocket(url);
const waiting = new Map<string, (data: Data) => void>();
socket.on('message', (bytes) => {
  const { type, correlation_id, data } = JSON.parse(String(bytes));
  waiting.get(correlation_id ?? `${type} ${data?.turn}`)?.(data);
});

const answer = (key: string) => new Promise<Data>((resolve) => waiting.set(key, resolve));

function ask(type: string, data: object): Promise<Data> {
  const correlation_id = randomUUID();
  const request = {
    type,
    agent_id: url.split('/').at(-1),
    timestamp: Date.now() / 1000,
    correlation_id,
    data,
  };
  socket.send(JSON.stringify(request));
  return answer(correlation_id);
}

await once(socket, 'open');
console.log(await ask('llm_connect', { api_token: process.env.LLM_API_TOKEN, game_id: 'first-game' }));
for (let i = 0; i < 3; i += 1) {
  const { data: state } = await ask('state_query', { format: 'llm_optimized', include_legal_actions: true });
  console.log('turn', state.turn, state.strategic_summary);
  const ofType = (wish: string) => state.legal_actions.filter(({ type }) => type === wish);
  const wishes = [...ofType('unit_explore'), ...ofType('unit_build_city')]; // the later wish of a unit counts
  for (const [unit, offer] of new Map(wishes.map((offer) => [offer.unit_id, offer]))) {
    const { outcome, error_message } = await ask('action', offer);
    console.log(offer.type, unit, outcome ?? error_message);
  }
  const nextTurn = answer(`turn_start ${state.turn + 1}`);
  await ask('action', { action_type: 'end_turn' });
  await nextTurn;
}
socket.close();
