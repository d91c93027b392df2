import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { z } from 'zod';

/** The files of all versions in one, which `npm run build` makes: their rows are alike, so it takes a third of their room in the package. */
const packed = new URL('./tables/versions.json.br', import.meta.url);
const packedSchema = z.record(z.string(), z.object({ packets: z.unknown(), enums: z.unknown() }));

/** The content of the two files of a protocol version, as JSON. Throws when they are not there. */
export function readTableFiles(version: string): { readonly packets: unknown; readonly enums: unknown } {
  if (!existsSync(packed))
    return { packets: readTable(`packets-${version}`), enums: readTable(`enums-${version}`) };
  const text = brotliDecompressSync(readFileSync(packed)).toString();
  const files = packedSchema.parse(JSON.parse(text))[version];
  if (files === undefined) throw new Error(`the package has no table of version ${version}`);
  return files;
}

function readTable(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`./tables/${name}.json`, import.meta.url), 'utf8'));
}
