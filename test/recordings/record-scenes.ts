import { writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { playScenes, SCENES_FILE } from './scenes.js';

/** Records what the unit test recorded-scenes compares with. */
writeFileSync(SCENES_FILE, brotliCompressSync(Buffer.from(JSON.stringify(await playScenes()))));
