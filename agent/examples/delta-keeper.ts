/** An agent that asks for the full state once, and from then on only for what has changed. */
import { connect } from '../client.js';

const [, , gateway = 'ws://127.0.0.1:8003', game = 'delta-keeper'] = process.argv;
const token = process.env.LLM_API_TOKEN ?? '';
const seat = await connect(gateway, { agentId: 'my-agent', token, game }).catch(({ message }: Error) => {
  console.error(message);
  process.exit(1);
});

type Full = Awaited<ReturnType<typeof seat.state<{ format: 'full' }>>>;
type Unit = Full['units'][number];
let { version, units: first } = await seat.state();
let units = new Map(first.map((unit): [number, Unit] => [unit.id, unit]));

for (let turns = 0; turns < 3; turns += 1) {
  const { offers } = await seat.offers();
  for (const offer of offers.filter(({ type }) => /unit_(build_city|explore)/.test(type)))
    await seat.act(offer).catch(() => undefined);
  await seat.endTurn();
  const delta = await seat.state({ format: 'delta', since_version: version });
  // When the changes are too old to be known, the answer is a full state.
  if (delta.full_resync === true) units = new Map();
  for (const unit of delta.units ?? []) units.set(unit.id, unit);
  if (delta.full_resync !== true) for (const id of delta.removed.units) units.delete(id);
  version = delta.version;
  ({ units: first } = await seat.state());
  const isSame = first.length === units.size && first.every(({ id }) => units.has(id));
  console.log(
    `version ${version}: ${units.size} units, ${isSame ? 'the same' : 'not the same'} as in a full state`,
  );
}
await seat.close();
