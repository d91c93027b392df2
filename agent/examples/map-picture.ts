/** Draws the map as an agent's seat knows it, for a model that reads pictures: the gateway makes it, as PNG or SVG. */
import { writeFile } from 'node:fs/promises';
import { connect } from '../client.js';

const [, , gateway = 'ws://127.0.0.1:8003', game = 'map-picture', file = 'map.png'] = process.argv;
const token = process.env.LLM_API_TOKEN ?? '';
const agentId = 'my-agent';
const seat = await connect(gateway, { agentId, token, game }).catch(({ message }: Error) => {
  console.error(message);
  process.exit(1);
});
const { turn } = await seat.offers();

const url = `${gateway.replace(/^ws/, 'http')}/api/games/${game}/map.png?agent_id=${agentId}&scale=12`;
const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
if (!response.ok) throw new Error(await response.text());
const picture = new Uint8Array(await response.arrayBuffer());
await writeFile(file, picture);
console.log(`turn ${turn}: ${picture.length} bytes of ${response.headers.get('content-type')} in ${file}`);
await seat.close();
