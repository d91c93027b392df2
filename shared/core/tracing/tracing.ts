/** Names by text, or numbers: what a span is about. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A part of a trace, from its beginning until it is disposed. */
export interface Span extends Disposable {
  /** Where the trace goes on elsewhere: the header `traceparent` of W3C Trace Context. */
  readonly traceparent: string;
  /** Begins a part of it. */
  begin(name: string, attributes: SpanAttributes): Span;
  /** Notes what came of it: `ok`, or an error code. */
  result(code: string): void;
}

/** Traces of requests, where the operator wants them. */
export interface Tracing {
  /** Begins a trace, or goes on with that of `traceparent`. Undefined for a request that is not sampled. */
  begin(name: string, traceparent: string | undefined, attributes: SpanAttributes): Span | undefined;
  /** Sends what was not sent yet. */
  close(): Promise<void>;
}

/** The traceparent in a message or a header; undefined where it is not one: a wrong one is passed over, as W3C has it. */
export function readTraceparent(value: unknown): string | undefined {
  return typeof value === 'string' && /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(value)
    ? value
    : undefined;
}
