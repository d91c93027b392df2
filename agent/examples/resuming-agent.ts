/** An agent whose process ends while a turn ends: the next process resumes its session and gets every push it missed. */
import { connect } from '../client.js';

const gateway = process.argv[2] ?? 'ws://127.0.0.1:8003';
const options = { agentId: 'my-agent', token: process.env.LLM_API_TOKEN ?? '', game: 'first-game' };

const first = await connect(gateway, options).catch(({ message }: Error) => {
  console.error(message);
  process.exit(1);
});
const { turn } = await first.offers();
// An agent keeps this on disk whenever it has handled a push.
const { session } = first;
await first.act('end_turn');
await first.close();

const seat = await connect(gateway, { ...options, session });
const { resumed } = await seat.seated();
const next = await seat.push('turn_start', (data) => data.turn === turn + 1);
console.log('resumed', resumed, 'turn', next.turn, 'pushes', session?.lastSeq, 'to', seat.session?.lastSeq);
await seat.close();
