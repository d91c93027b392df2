import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';

type State = { turn: number; legal_actions: { type: string; unit_id?: number }[] };
type Data = { turn?: number; data: State; outcome?: string; error_message?: string };

const url = process.argv[2] ?? 'ws://127.0.0.1:8003/ws/agent/my-agent';
const socket = new WebSocket(url);
const waiting = new Map<string, (data: Data) => void>();
const answer = (key: string) => new Promise<Data>((resolve) => waiting.set(key, resolve));
socket.on('message', (bytes) => {
  const { type, correlation_id, data } = JSON.parse(String(bytes));
  waiting.get(correlation_id ?? `${type} ${data?.turn}`)?.(data);
});
function ask(type: string, data: object): Promise<Data> {
  const envelope = { type, agent_id: url.split('/').at(-1), timestamp: Date.now() / 1000 };
  const correlation_id = randomUUID();
  socket.send(JSON.stringify({ ...envelope, correlation_id, data }));
  return answer(correlation_id);
}

await once(socket, 'open').catch(({ message }: Error) => {
  console.error(`No gateway answers at ${url} (${message}). Is npm start running there?`);
  process.exit(1);
});
console.log(await ask('llm_connect', { api_token: process.env.LLM_API_TOKEN, game_id: 'first-game' }));
for (let i = 0; i < 3; i += 1) {
  const { data: state } = await ask('state_query', { format: 'llm_optimized', include_legal_actions: true });
  console.log('turn', state.turn);
  for (const offer of state.legal_actions.filter(({ type }) => /unit_(build_city|explore)/.test(type))) {
    const { outcome, error_message } = await ask('action', offer);
    console.log(offer.type, offer.unit_id, outcome ?? error_message);
  }
  const nextTurn = answer(`turn_start ${state.turn + 1}`);
  await ask('action', { action_type: 'end_turn' });
  await nextTurn;
}
socket.close();
