import { connect } from '../client.js';

const gateway = process.argv[2] ?? 'ws://127.0.0.1:8003';
const token = process.env.LLM_API_TOKEN ?? '';
const seat = await connect(gateway, { agentId: 'my-agent', token, game: 'first-game' }).catch(
  ({ message }: Error) => {
    console.error(message);
    process.exit(1);
  },
);
for (let played = 0; played < 3; played += 1) {
  const { turn, advice = [] } = await seat.state({ format: 'brief', sections: ['advice'] });
  console.log(`turn ${turn}: ${advice.length} actions advised`);
  for (const { do: action, why } of advice) {
    const outcome = await seat.act(action.action_type, action).then((verdict) => verdict.outcome, String);
    console.log(`  ${action.action_type}: ${outcome} (${why})`);
  }
  await seat.endTurn();
}
await seat.close();
