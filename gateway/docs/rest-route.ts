import type { z } from 'zod';

/** A REST route as it is documented. */
export interface Route {
  readonly path: string;
  readonly method: 'get' | 'post' | 'delete';
  readonly summary: string;
  readonly query?: z.ZodObject;
  /** JSON of that schema is sent. */
  readonly body?: z.ZodType;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** JSON of that schema, or text of that type. */
  readonly ok: z.ZodType | string;
  /** Of its success; 200 when not given. */
  readonly status?: 200 | 201;
  readonly failures: Readonly<Record<string, string>>;
  /** What a failure says, when it is not an error. */
  readonly failure?: z.ZodType;
}
