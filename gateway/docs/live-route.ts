import { liveSchema } from '#shared/protocol/rest.js';
import type { Route } from './rest-route.js';

/** What gateway and proxy answer alike as long as they live. */
export const liveRoute: Route = {
  path: '/health/live',
  method: 'get',
  summary: 'Answers while the process lives.',
  security: [{}],
  ok: liveSchema,
  failures: {},
};
