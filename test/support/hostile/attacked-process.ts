/** A process of its own with a small heap: all attacks at once, and one connection that must not notice. */

import { setImmediate } from 'node:timers/promises';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { SeatConnection } from '../../../proxy/games/seats/seat-connection.js';
import { createWorld } from '../../../proxy/world/world.js';
import { ScriptedServer } from '../../unit/freeciv/scripted-server.js';
import { attacks } from './attacks.js';

const protocol = Protocol.load('3.0');

async function seated(isAnswered: boolean) {
  const server = await ScriptedServer.listen((peer, packet) => {
    if (packet.name === 'server_join_req') peer.bracket(() => peer.join(true, ''));
    else if (isAnswered) peer.bracket();
  });
  const login = { protocol, port: server.port, username: 'test', signal: new AbortController().signal };
  const opened = await SeatConnection.open({ ...login, world: createWorld() });
  if (!opened.ok) throw new Error(opened.failure.message);
  return { server, connection: opened.value };
}

let attacked = 0;
let peakHeapBytes = 0;

async function attack(name: string): Promise<[name: string, isAsExpected: boolean]> {
  const { chunks, ends } = attacks[name] ?? { chunks: () => [], ends: /^$/ };
  const { server, connection } = await seated(false);
  connection.request('city_buy', { cityId: 7 }).catch(() => undefined);
  // The end of a bracket needs its request to have come.
  while (server.peer.received.length < 2) await setImmediate();
  for (const chunk of chunks(protocol)) {
    if (!connection.isOpen) break;
    server.peer.socket.write(chunk);
    await setImmediate();
    peakHeapBytes = Math.max(peakHeapBytes, process.memoryUsage().heapUsed);
  }
  const { message } = await connection.closed;
  attacked += 1;
  await server[Symbol.asyncDispose]();
  return [name, ends.test(message)];
}

const good = await seated(true);
const names = Object.keys(attacks);
const ends = Promise.all(names.map(attack));
let answers = 0;
while (attacked < names.length) {
  await good.connection.request('city_buy', { cityId: 7 });
  answers += 1;
}
process.send?.({ ends: Object.fromEntries(await ends), answers, peakHeapBytes });
good.connection.close();
await good.server[Symbol.asyncDispose]();
process.disconnect();
