import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { z } from 'zod';

const valueSchema = z.object({ stringValue: z.string().optional() });
const spanSchema = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: valueSchema })),
});
const exportSchema = z.object({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes: z.array(z.object({ key: z.string(), value: valueSchema })) }),
      scopeSpans: z.array(z.looseObject({ spans: z.array(spanSchema) })),
    }),
  ),
});

/** A span as the collector got it. */
interface CollectedSpan extends z.infer<typeof spanSchema> {
  readonly service: string | undefined;
}

/** A collector of OpenTelemetry (OTLP over HTTP) that keeps what it gets. */
export class TraceCollector implements AsyncDisposable {
  readonly spans: CollectedSpan[] = [];
  /** Whether it refuses spans with 403. */
  isClosed = false;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<TraceCollector> {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        if (!collector.isClosed) collector.#keep(request.url, body);
        if (collector.isClosed) response.statusCode = 403;
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    const collector = new TraceCollector(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  get endpoint(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  /** The spans of a trace by their names, each after the one it is part of. */
  pathOf(traceId: string): readonly string[] {
    const own = this.spans.filter((span) => span.traceId === traceId);
    const path: string[] = [];
    let [next] = own.filter(({ parentSpanId }) => !own.some(({ spanId }) => spanId === parentSpanId));
    while (next !== undefined) {
      const { spanId, service, name } = next;
      path.push(`${service}: ${name}`);
      next = own.find(({ parentSpanId }) => parentSpanId === spanId);
    }
    return path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #keep(url: string | undefined, body: string): void {
    if (url !== '/v1/traces') throw new Error(`spans were sent to ${url}`);
    for (const { resource, scopeSpans } of exportSchema.parse(JSON.parse(body)).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => ({ ...span, service })));
    }
  }
}
