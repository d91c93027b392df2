/** The timestamp stands in the first bytes of a message. */
const HEAD_BYTES = 200;

/**
 * How old a message to spectators is, in milliseconds of the wall clock, which its maker's timestamp is of; undefined without one. Only
 * its head is read: what reads all of it would measure itself.
 */
export function messageAgeMs(message: Buffer): number | undefined {
  const made = /"timestamp":\s*([\d.]+)/.exec(message.toString('latin1', 0, HEAD_BYTES))?.[1];
  return made === undefined ? undefined : Date.now() - Number(made) * 1000;
}
