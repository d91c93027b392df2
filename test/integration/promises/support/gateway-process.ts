import { onTestFinished } from 'vitest';
import { type ServiceProcess, startService } from '../../../support/services/service-process.js';

/** The gateway as a process of its own, from its sources; gone when the test is over. */
export async function startGatewayProcess(
  environment: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const gateway = await startService({ name: 'gateway', environment });
  onTestFinished(() => gateway.kill());
  return gateway;
}
