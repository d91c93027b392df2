/** Makes argv[3] tokens in the folder argv[2], once its parent says so, and tells the parent what they are. */
import { once } from 'node:events';
import { MintedTokens } from '../../gateway/auth/minted-tokens.js';

const [, , folder = '', count] = process.argv;
const minted = new MintedTokens(folder, () => true);
process.send?.('ready');
await once(process, 'message');
const made = Array.from({ length: Number(count) }, (_, index) =>
  minted.mint({ agents: `red-${index}`, games: 'cup' }),
);
process.send?.(made.map((token) => (token.ok ? token.value : token.failure.code)));
process.disconnect();
