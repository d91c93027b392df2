/** An agent that does several things in one request: one verdict for each, and names for what the batch itself has made. */
import { connect } from '../client.js';

const [, , gateway = 'ws://127.0.0.1:8003', game = 'batch'] = process.argv;
const token = process.env.LLM_API_TOKEN ?? '';
const seat = await connect(gateway, { agentId: 'my-agent', token, game }).catch(({ message }: Error) => {
  console.error(message);
  process.exit(1);
});

const { units, player_id } = await seat.state();
const idOf = (type: string) => units.find((unit) => unit.owner === player_id && unit.type === type)?.id;
const [settlers, explorer] = [idOf('settlers'), idOf('explorer')];
const city = [
  { type: 'unit_build_city', unit_id: settlers },
  { type: 'city_production', city_id: 'last_city', target: 'Settlers' },
  { type: 'city_worklist_append', city_id: 'last_city', items: ['Warriors', 'Settlers'] },
];
const { results } = await seat.batch([
  // Only a player with settlers left can found a city.
  ...(settlers === undefined ? [] : city),
  ...(explorer === undefined ? [] : [{ type: 'unit_explore', unit_id: explorer }]),
  { type: 'tech_goal', target: 'Currency' },
]);
for (const result of results) {
  if ('error' in result) console.log(result.index, result.error.code, result.error.message);
  else console.log(result.index, result.action_type, result.outcome);
}
await seat.close();
