import { asyncApi } from './asyncapi.js';
import { openApi } from './openapi.js';
import { docsPage } from './page.js';
import { proxyApi } from './proxy-api.js';

/** What `npm run generate` writes into docs, by file name. */
export function documents(): Readonly<Record<string, string>> {
  return {
    'asyncapi.json': `${JSON.stringify(asyncApi(), undefined, 2)}\n`,
    'openapi.json': `${JSON.stringify(openApi(), undefined, 2)}\n`,
    'openapi-proxy.json': `${JSON.stringify(openApi(proxyApi), undefined, 2)}\n`,
    'index.html': docsPage(),
  };
}
