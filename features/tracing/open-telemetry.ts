import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Logger } from '#shared/core/log.js';
import type { Span, SpanAttributes, Tracing } from '#shared/core/tracing.js';

const PROPAGATOR = new W3CTraceContextPropagator();
const CARRIER = {
  get: (carrier: Record<string, string>, key: string) => carrier[key],
  keys: (carrier: Record<string, string>) => Object.keys(carrier),
  set: (carrier: Record<string, string>, key: string, value: string) => {
    carrier[key] = value;
  },
};

/** Milliseconds until a batch is given up: a process that ends waits for its last batches. */
const EXPORT_TIMEOUT_MS = 5_000;

/** What traces are sent with. */
export interface OpenTelemetryOptions {
  /** `service.name`: freeciv-gateway or freeciv-proxy. */
  readonly service: string;
  /** The URL of a collector (OTLP over HTTP), without the path. */
  readonly endpoint: string;
  /** The share of traces that begin here and are kept, from 0 to 1. */
  readonly ratio: number;
  readonly log: Logger;
}

/** Traces by OpenTelemetry, sent to a collector in batches. The parent of a span is given, never that of the running code. */
export class OpenTelemetryTracing implements Tracing {
  readonly #provider: BasicTracerProvider;
  readonly #tracer: Tracer;

  constructor({ service, endpoint, ratio, log }: OpenTelemetryOptions) {
    const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
    const exporter = new LoggedExporter(
      new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }),
      log,
    );
    this.#provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ 'service.name': service }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
    this.#tracer = this.#provider.getTracer(service);
  }

  begin(name: string, traceparent: string | undefined, attributes: SpanAttributes): Span | undefined {
    const parent =
      traceparent === undefined ? ROOT_CONTEXT : PROPAGATOR.extract(ROOT_CONTEXT, { traceparent }, CARRIER);
    const span = this.#tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    return span.isRecording() ? spanOf(this.#tracer, span, parent) : undefined;
  }

  async close(): Promise<void> {
    // It rejects with what the exporter has logged.
    await this.#provider.shutdown().catch(() => undefined);
  }
}

/** Logs when the collector begins to refuse spans, and when it accepts them again: OpenTelemetry itself logs nothing. */
class LoggedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Logger;
  #isFailing = false;

  constructor(exporter: SpanExporter, log: Logger) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      this.#note(result);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #note({ code, error }: ExportResult): void {
    const isFailing = code === ExportResultCode.FAILED;
    if (isFailing === this.#isFailing) return;
    this.#isFailing = isFailing;
    if (isFailing) this.#log.warn({ reason: error?.message }, 'traces cannot be sent and are lost');
    else this.#log.info('traces are sent again');
  }
}

/** A span that is recorded, within the context `parent`. */
function spanOf(tracer: Tracer, span: OtelSpan, parent: Context): Span {
  const within = trace.setSpan(parent, span);
  const carrier: Record<string, string> = {};
  PROPAGATOR.inject(within, carrier, CARRIER);
  return {
    traceparent: carrier.traceparent ?? '',
    begin(name, attributes) {
      return spanOf(tracer, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, within), within);
    },
    result(code) {
      span.setAttribute('freeciv.result', code);
      if (code.startsWith('E')) span.setStatus({ code: SpanStatusCode.ERROR, message: code });
    },
    [Symbol.dispose]: () => span.end(),
  };
}
