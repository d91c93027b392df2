import { setFlagsFromString } from 'node:v8';

/**
 * Bytes of bytecode that the optimizing compiler of V8 inlines into one function, in place of 920. Thousands of functions run a few
 * hundred times a turn here: to compile them with all that they call took a quarter of the processor time in the first turns of
 * a process, and made nothing faster later (docs/operations.md). Import this before anything else.
 */
const MAX_INLINED_BYTES = 100;

setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${MAX_INLINED_BYTES}`);
