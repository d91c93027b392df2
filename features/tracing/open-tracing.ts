import type { Config } from '#shared/core/config.js';
import { errorCode } from '#shared/core/disk/disk-error.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Tracing } from '#shared/core/tracing.js';

/**
 * Traces for the collector of OTEL_EXPORTER_OTLP_ENDPOINT; undefined without one. The failure is a sentence: the optional packages
 * are missing.
 */
export async function openTracing(
  service: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, TRACE_RATIO: ratio }: Config,
  log: Logger,
): Promise<Result<Tracing | undefined, string>> {
  if (endpoint === undefined) return ok(undefined);
  try {
    const { OpenTelemetryTracing } = await import('./open-telemetry.js');
    return ok(new OpenTelemetryTracing({ service, endpoint, ratio, log }));
  } catch (error) {
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    return fail(
      'OTEL_EXPORTER_OTLP_ENDPOINT: the packages of OpenTelemetry are not installed: npm install --include=optional',
    );
  }
}
