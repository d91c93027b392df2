import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdminAccess } from '../auth/admin-access.js';
import { sendRefusal } from './failures.js';
import { callerOf } from './requests.js';
import type { RouteDocs } from './route-docs.js';

/** The failures of routes that need the admin token. */
export const adminFailures: RouteDocs['failures'] = {
  '401': 'No admin token, or a wrong one',
  '403': 'ADMIN_TOKEN is not set',
  '429': 'Too many wrong tokens',
};

/** A hook that refuses requests without the admin token. */
export function requireAdmin(access: AdminAccess) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const granted = access.authorize(callerOf(request));
    return granted.ok ? undefined : sendRefusal(reply, granted.failure);
  };
}
