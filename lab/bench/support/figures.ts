import { appendFileSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';

/** One figure of a bench; what it is compared with was measured in the same run. */
const figureSchema = z.object({
  bench: z.string(),
  name: z.string(),
  value: z.number(),
  unit: z.string(),
  baseline: z.object({ name: z.string(), value: z.number() }).optional(),
});

/** A figure of a bench, with its baseline. */
export type Figure = z.infer<typeof figureSchema>;

/** Puts a figure of the bench that runs into the table of `npm run bench -- all`; alone a bench prints its own words. */
export function figure(
  name: string,
  value: number,
  unit: string,
  baseline?: { readonly name: string; readonly value: number },
): void {
  const file = process.env.BENCH_FIGURES;
  if (file === undefined) return;
  const bench = basename(process.argv[1] ?? '', '.ts');
  appendFileSync(file, `${JSON.stringify({ bench, name, value, unit, baseline })}\n`);
}

/** What benches have put into a file. */
export function readFigures(file: string): readonly Figure[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => figureSchema.parse(JSON.parse(line)));
}

/** The file that `npm run bench -- all --out` writes, without what it was measured on. */
export const figuresSchema = z.array(figureSchema);
