import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './folders.mjs';
import { Stop } from './stop.mjs';

/** Whether version `own` is at least `least`, both as 1.2.3. @param {string} own @param {string} least */
export function atLeast(own, least) {
  const numbers = (/** @type {string} */ text) => text.split('.').map(Number);
  const a = numbers(own);
  const b = numbers(least);
  for (let i = 0; i < 3; i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** The oldest version that package.json allows. @returns {string} */
export function leastNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return engines.node.replace('>=', '');
}

/** Stops when this Node is older than package.json asks for. */
export function checkNode(own = process.versions.node) {
  const least = leastNode();
  if (!atLeast(own, least)) throw new Stop(`Node ${least} or later is needed; this is ${own}.`);
}
