/** An agent that loses its connection while a turn ends, and resumes its session: it gets every push it missed, in order. */
import { AgentClient } from '../client.js';

const gateway = process.argv[2] ?? 'ws://127.0.0.1:8003';
const login = { api_token: process.env.LLM_API_TOKEN, game_id: 'first-game' };

const first = await AgentClient.open({ gateway, agentId: 'my-agent' });
const { session_id } = await first.connect(login);
const { turn } = await first.legalActions();
// This agent handles nothing that comes after this push.
const { lastSeq } = first;
await first.action('end_turn');
await first.close();

const agent = await AgentClient.open({ gateway, agentId: 'my-agent' });
const { resumed } = await agent.connect({ ...login, session_id, last_seq: lastSeq });
const next = await agent.push('turn_start', (data) => data.turn === turn + 1);
console.log('resumed', resumed, 'turn', next.turn, 'pushes', lastSeq, 'to', agent.lastSeq);
await agent.close();
