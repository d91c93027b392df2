import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { proxySecret } from '../../../test/support/services/settings.js';

/** A script as a process of its own, and what it says first. */
export async function startScript(
  script: URL,
  ...args: readonly string[]
): Promise<{ readonly child: ChildProcess; readonly said: unknown }> {
  const child = fork(fileURLToPath(script), args, { execArgv: ['--conditions=source', '--import', 'tsx'] });
  const [said] = await once(child, 'message');
  return { child, said };
}

const portSchema = z.looseObject({ port: z.number() });

/** The least a relay can do, in front of the proxy at a port. */
export async function startBareRelay(
  proxyPort: number,
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const script = new URL('./bare-relay.ts', import.meta.url);
  const { child, said } = await startScript(script, String(proxyPort), proxySecret);
  return { child, port: portSchema.parse(said).port };
}
