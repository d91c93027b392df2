/** `--short`: little of everything, to see that a bench still runs; its figures mean nothing. */
const isShort = process.argv.includes('--short');

/** How much of something there is in this run. */
export function amount(long: number, short: number): number {
  return isShort ? short : long;
}

/** The same, unless the command line says how much. */
export function asked(long: number, short: number): number {
  const said = process.argv.slice(2).find((word) => /^\d+$/.test(word));
  return said === undefined ? amount(long, short) : Number(said);
}

/** The same, unless the command line says how much after `--name`. */
export function named(name: string, long: number, short: number): number {
  const said = process.argv[process.argv.indexOf(`--${name}`) + 1];
  return process.argv.includes(`--${name}`) ? Number(said) : amount(long, short);
}
