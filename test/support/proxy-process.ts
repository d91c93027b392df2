import { type ServiceProcess, startService } from './service-process.js';

/** A proxy in a process of its own. */
export type ProxyProcess = ServiceProcess;

/** Resolves when it listens. */
export function startProxyProcess(environment: Readonly<Record<string, string>>): Promise<ProxyProcess> {
  return startService({ name: 'proxy', environment });
}
