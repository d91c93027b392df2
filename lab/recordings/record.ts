/**
 * Plays a game of AIs on a real server and keeps what it sends to a global observer, for tests and benches:
 * `npm run record -- --out FILE.bin.gz [--ruleset classic] [--ai 6] [--turns 100] [--set "topology WRAPX"]...`
 * The same seeds give the same game again; the recording differs in its times only.
 */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import type { ServerPacket } from '../../proxy/freeciv/brackets.js';
import { FreecivConnection } from '../../proxy/freeciv/connection.js';
import { findServerBinary } from '../../proxy/games/server/server-binary.js';
import { type ServerProcess, startServerProcess } from '../../proxy/games/server/server-process.js';
import type { Result } from '../../shared/core/result.js';
import { serverHost } from '../../test/support/isolation.js';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    ruleset: { type: 'string', default: 'classic' },
    ai: { type: 'string', default: '6' },
    turns: { type: 'string', default: '100' },
    set: { type: 'string', multiple: true, default: ['topology WRAPX'] },
  },
});
if (values.out === undefined) throw new Error('say where to: --out FILE.bin.gz');

const folder = await mkdtemp(join(tmpdir(), 'freeciv-record-'));
try {
  await using server = await startServer();
  const recording = await record(server);
  await writeFile(values.out, gzipSync(recording, { level: 9 }));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function startServer(): Promise<ServerProcess> {
  const server = must(
    await startServerProcess({
      binary: must(await findServerBinary(process.env.FREECIV_SERVER)),
      host: serverHost,
      isForHumans: true,
      runDir: folder,
      ruleset: values.ruleset,
      log: pino({ level: 'silent' }),
    }),
  );
  const settings = [
    ...[`aifill ${values.ai}`, `maxplayers ${values.ai}`, 'minplayers 0', `endturn ${values.turns}`],
    ...['gameseed 42', 'mapseed 42', 'saveturns 0', 'timeout -1'],
    ...values.set,
  ];
  const commands = [
    ...['cmdlevel none new', 'cmdlevel none first', 'hard'],
    ...settings.map((setting) => `set ${setting}`),
  ];
  for (const command of commands) must(await server.run(command));
  return server;
}

/** Watches a game from the lobby to its final report, through a relay that keeps the server's bytes. */
async function record(server: ServerProcess): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const relay = await listen(server.port, (chunk) => chunks.push(chunk));
  let finish: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let packets = 0;
  let reportsLeft = Number.POSITIVE_INFINITY;
  const connection = await FreecivConnection.open({
    protocol: server.protocol,
    host: '127.0.0.1',
    port: portOf(relay),
    username: 'observer',
    signal: new AbortController().signal,
    onPacket: (packet: ServerPacket) => {
      packets += 1;
      if (packet.name === 'new_year') process.stderr.write(`\rturn ${packet.fields.turn}`);
      if (packet.name === 'endgame_report') reportsLeft = packet.fields.playerNum;
      if (packet.name === 'endgame_player') reportsLeft -= 1;
      if (reportsLeft === 0) finish();
    },
    onSettled: () => undefined,
  });
  must(await server.run('observe observer'));
  must(server.writeCommand('start'));
  await Promise.race([over, connection.closed.then((cause) => Promise.reject(cause))]);
  connection.close();
  relay.close();
  process.stderr.write(`\n${packets} packets, ${connection.unreadBytes} bytes unread\n`);
  return Buffer.concat(chunks);
}

/** Passes everything on to `port` and back, and shows what comes back. */
async function listen(port: number, onServerBytes: (chunk: Buffer) => void): Promise<Server> {
  const relay = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.pipe(upstream);
    upstream.on('data', onServerBytes);
    upstream.pipe(client);
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  return relay;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.failure.message);
}
