import { onTestFinished } from 'vitest';
import { type ServiceProcess, startService } from '../../../support/services/service-process.js';

/** The gateway as a process of its own, started as startService says; gone when the test is over. */
export async function startGatewayProcess(
  environment: Readonly<Record<string, string>>,
  isBuilt?: boolean,
): Promise<ServiceProcess> {
  const gateway = await startService({ name: 'gateway', environment, isBuilt });
  onTestFinished(() => gateway.kill());
  return gateway;
}
