/** `npm run meter -- --upstream URL --players LIST`: counts tokens between players and a provider (docs/playing-with-a-model.md). */
import { once } from 'node:events';
import { isLoopback } from '#shared/core/hosts.js';
import { CallLog } from './call-log.js';
import { type MeterCommand, readMeterCommand, USAGE } from './meter-options.js';
import { MeterServer } from './meter-server.js';
import { segmentOf } from './player-accounts.js';

const command = readMeterCommand(process.argv.slice(2));
if (!command.ok) {
  process.stderr.write(command.failure);
  process.exitCode = command.failure === USAGE ? 0 : 1;
} else await main(command.value);

/** Counts until it is told to stop. */
async function main(command: MeterCommand): Promise<void> {
  const over = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort());
  try {
    const log = await CallLog.open(command.out);
    const onFault = (error: unknown) => void process.stderr.write(`${command.out}: ${String(error)}\n`);
    await using meter = await MeterServer.start({ ...command, budget: command.budget, log, onFault });
    if (!isLoopback(command.host))
      process.stderr.write('Keys of providers cross the network unencrypted: put TLS before this address.\n');
    for (const { name, key } of command.players)
      process.stdout.write(`${name}: ${meter.url}/${segmentOf(name, key)}\n`);
    process.stdout.write(`to ${command.upstream.origin}, counted in ${command.out}\n`);
    if (!over.signal.aborted) await once(over.signal, 'abort');
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
