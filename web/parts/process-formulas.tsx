import { type ProcessMetric, processDefinitions } from '#shared/protocol/process-definitions.js';

/** What the metrics are, a line each. */
export function ProcessFormulas({ metrics }: { readonly metrics: readonly ProcessMetric[] }) {
  return (
    <ul class="muted">
      {metrics.map((metric) => (
        <li key={metric}>
          {processDefinitions[metric].label}: {processDefinitions[metric].formula}.
        </li>
      ))}
    </ul>
  );
}
