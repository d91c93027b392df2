/** The attributes of a span. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A span of a trace. It ends when it is disposed. */
export interface Span extends Disposable {
  /** Continues the trace in another process: the header `traceparent` of W3C Trace Context. */
  readonly traceparent: string;
  /** Begins a child span. */
  begin(name: string, attributes: SpanAttributes): Span;
  /** Sets the result: `ok`, an outcome or an error code. */
  result(code: string): void;
}

/** Traces of requests, where the operator wants them. */
export interface Tracing {
  /** Begins a trace, or continues that of `traceparent`. Undefined for a request that is not sampled. */
  begin(name: string, traceparent: string | undefined, attributes: SpanAttributes): Span | undefined;
  /** Sends the spans that are left. It resolves also when they cannot be sent. */
  close(): Promise<void>;
}

/** The traceparent in a message or a header; undefined for a malformed one, which W3C Trace Context says to ignore. */
export function readTraceparent(value: unknown): string | undefined {
  return typeof value === 'string' && /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(value)
    ? value
    : undefined;
}
