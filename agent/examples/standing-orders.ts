/** An agent that gives orders which last: units carry them out turn after turn, and one event tells the end of each. */
import { connect } from '../client.js';

const [, , gateway = 'ws://127.0.0.1:8003', game = 'standing-orders'] = process.argv;
const token = process.env.LLM_API_TOKEN ?? '';
const seat = await connect(gateway, { agentId: 'my-agent', token, game }).catch(({ message }: Error) => {
  console.error(message);
  process.exit(1);
});

const orders: Readonly<Record<string, (unit_id: number) => object>> = {
  settlers: (unit_id) => ({ type: 'settle', unit_id, target: 'best' }),
  workers: (unit_id) => ({ type: 'unit_auto_work', unit_id }),
  explorer: (unit_id) => ({ type: 'unit_explore', unit_id }),
};
const events = seat.events();
const { units, player_id } = await seat.state();
for (const unit of units.filter(({ owner }) => owner === player_id)) {
  const order = orders[unit.type]?.(unit.id);
  if (order === undefined) continue;
  const verdict = await seat.act(order).catch(String);
  console.log(unit.type, unit.id, typeof verdict === 'string' ? verdict : verdict.outcome);
}
// New cities build what is on this list, for as long as the plan lasts.
await seat.act('city_plan', { cities: 'new', list: ['Warriors', 'Settlers', 'Workers'] });
// One request for many turns: it is answered when something needs a decision.
const { turn, ended, decisions = [] } = await seat.passTurns(5);
console.log(`turn ${turn}, because of ${ended?.why}`, decisions);
await seat.close();
for await (const push of events) {
  if (push.type === 'event' && 'sentence' in push.data) console.log(push.data.sentence);
}
