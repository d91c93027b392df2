/**
 * Runs the conformance tool of the Model Context Protocol with the arguments of this script. The tool is made for Node 22: it
 * imports `globSync` of `fs` for a command that is not used here, so Node 20 is given one.
 */
import { register } from 'node:module';

const resolve = `export async function resolve(specifier, context, next) {
  const isTool = context.parentURL?.includes('/@modelcontextprotocol/conformance/');
  if (specifier !== 'fs' || !isTool) return next(specifier, context);
  const source = "export * from 'node:fs'; export const globSync = () => [];";
  return { url: 'data:text/javascript,' + encodeURIComponent(source), shortCircuit: true };
}`;

register(`data:text/javascript,${encodeURIComponent(resolve)}`);
await import('@modelcontextprotocol/conformance/dist/index.js');
