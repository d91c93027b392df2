import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { APP_MIME_TYPE } from './client-capabilities.js';
import { MAP_PAGE } from './generated/map-page.js';

/** The page that draws the map of the seat in the chat of a host. It is read by hosts and in no list of resources. */
export const APP_URI = 'ui://freeciv/map';

/** The page as a resource. It loads nothing: the host's default policy, which allows no connection, is what it needs. */
export function readApp(): ReadResourceResult {
  return {
    contents: [
      { uri: APP_URI, mimeType: APP_MIME_TYPE, text: MAP_PAGE, _meta: { ui: { prefersBorder: true } } },
    ],
  };
}
