import { asyncApi } from './asyncapi.js';
import { openApi } from './openapi.js';
import { docsPage } from './page.js';
import { proxyApi } from './proxy-api.js';
import { docsStyle } from './style.js';

/** A document of the protocols, and where it is served. */
export interface ProtocolDocument {
  readonly route: string;
  readonly contentType: string;
  /** Makes the text from the schemas that check the messages; takes up to 50 ms. */
  readonly render: () => string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The page at `/docs` and what it links to. */
export const documents: readonly ProtocolDocument[] = [
  { route: '/docs', contentType: 'text/html; charset=utf-8', render: docsPage },
  { route: '/docs/style.css', contentType: 'text/css; charset=utf-8', render: () => docsStyle },
  { route: '/docs/asyncapi.json', contentType: JSON_TYPE, render: () => stringify(asyncApi()) },
  { route: '/docs/openapi.json', contentType: JSON_TYPE, render: () => stringify(openApi()) },
  { route: '/docs/openapi-proxy.json', contentType: JSON_TYPE, render: () => stringify(openApi(proxyApi)) },
];

function stringify(document: object): string {
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
