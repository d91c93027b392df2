import type { ServerResponse } from 'node:http';
import type { ModelInterface } from './model-interface.js';

/** An answer of the meter itself, in place of one of the provider. */
export interface OwnAnswer {
  readonly status: number;
  /** The error code, as the provider names its own. */
  readonly code: string;
  /** One sentence. */
  readonly message: string;
  /** Whether the same call may be answered later; SDKs ask again only then. */
  readonly mayPass?: boolean;
}

/** There is no answer of the provider. */
export const UNREACHABLE: OwnAnswer = {
  status: 502,
  code: 'api_error',
  message: 'The provider does not answer.',
  mayPass: true,
};

/** The provider answers with another address. */
export const REDIRECTED: OwnAnswer = {
  status: 502,
  code: 'api_error',
  message: 'The provider redirects, which is not followed.',
};

/** Answers a call in the provider's own form of an error. */
export function refuse(
  response: ServerResponse,
  of: Pick<ModelInterface, 'refusal'>,
  { status, code, message, mayPass = false }: OwnAnswer,
): void {
  const retry = mayPass ? { 'retry-after': '1' } : { 'x-should-retry': 'false' };
  response.writeHead(status, { 'content-type': 'application/json', ...retry });
  response.end(JSON.stringify(of.refusal(code, message)));
}
