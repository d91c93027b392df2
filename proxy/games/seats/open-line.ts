import type { Result } from '#shared/core/result.js';
import { quotedName } from '../server/console-commands.js';
import type { ServerProcess } from '../server/server-process.js';
import { SeatLine, type SeatLineOptions } from './seat-line.js';

/** Whoever takes the name up again and again is not waited for. */
const MAX_CUTS = 3;

/**
 * Connects a seat to its game's server. Somebody who asked for the seat's name and has not shown the password holds that
 * name until the server gives up on them: they are cut.
 */
export async function openLine(
  server: ServerProcess,
  options: Omit<SeatLineOptions, 'port' | 'password'>,
): Promise<Result<SeatLine>> {
  const { port, password } = server;
  const name = quotedName(options.username);
  for (let cuts = 0; ; cuts += 1) {
    const line = await SeatLine.open({ ...options, port, password });
    const isHeld = !line.ok && line.failure.message.includes('already connected');
    if (!isHeld || password === undefined || !name.ok || cuts >= MAX_CUTS) return line;
    await server.run(`cut ${name.value}`, options.signal);
  }
}
