import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { documents } from './documents.js';

const folder = fileURLToPath(new URL('../../docs/', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(documents())) writeFileSync(`${folder}${name}`, text);
