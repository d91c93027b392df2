import type { z } from 'zod';

/** The documentation of a REST route. Its callers are in features/access/request-rights.ts. */
export interface RouteDocs {
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The answer of success: JSON of a schema, or a content type. */
  readonly ok: z.ZodType | string;
  /** The HTTP status of success; 200 by default. */
  readonly status?: 200 | 201;
  /** The other answers: what each HTTP status means. */
  readonly failures: Readonly<Record<string, string>>;
  /** The JSON body of a failure; `restErrorSchema` by default. */
  readonly failure?: z.ZodType;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The documentation of a route. It is not in `schema`, because handlers check requests and word the errors. */
    docs?: RouteDocs | 'hidden';
  }
}
