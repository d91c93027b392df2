/** Writes docs/actions.md from the registry: part of `npm run generate`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { families } from '../registry.js';
import { referencePage } from './reference-page.js';

const folder = fileURLToPath(new URL('../../../docs/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}actions.md`, referencePage(families));
