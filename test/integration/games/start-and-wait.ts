/** Starts a game server in the folder of the first argument, prints its port, and waits to be killed. */
import { pino } from 'pino';
import { findServerBinary } from '../../../proxy/games/server/server-binary.js';
import { startServerProcess } from '../../../proxy/games/server/server-process.js';
import { serverHost } from '../../support/isolation.js';

const binary = await findServerBinary(process.env.FREECIV_SERVER);
if (!binary.ok) throw new Error(binary.failure.message);
const server = await startServerProcess({
  binary: binary.value,
  host: serverHost,
  isForHumans: true,
  runDir: process.argv[2] ?? '',
  log: pino({ level: 'silent' }),
});
if (!server.ok) throw new Error(server.failure.message);
process.stdout.write(`${server.value.port}\n`);
