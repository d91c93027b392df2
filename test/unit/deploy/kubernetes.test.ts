import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, PersistentVolumeClaim, Service, ServiceAccount } from 'kubernetes-models/v1';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readText, root } from '../architecture/source-files.js';
import { unreadVariables, yamlDocuments } from './support/yaml-files.js';

const folder = 'deploy/kubernetes';

interface Model {
  validate(): void;
}

/** What the files may hold, as the published schemas of Kubernetes and of the Prometheus operator describe it. */
const models: Readonly<Record<string, { readonly module: string; make(data: object): Model }>> = {
  'v1/Namespace': { module: 'kubernetes-models/v1', make: (data) => new Namespace(data) },
  'v1/ConfigMap': { module: 'kubernetes-models/v1', make: (data) => new ConfigMap(data) },
  'v1/ServiceAccount': { module: 'kubernetes-models/v1', make: (data) => new ServiceAccount(data) },
  'v1/Service': { module: 'kubernetes-models/v1', make: (data) => new Service(data) },
  'v1/PersistentVolumeClaim': {
    module: 'kubernetes-models/v1',
    make: (data) => new PersistentVolumeClaim(data),
  },
  'apps/v1/Deployment': { module: 'kubernetes-models/apps/v1', make: (data) => new Deployment(Object(data)) },
  'apps/v1/StatefulSet': {
    module: 'kubernetes-models/apps/v1',
    make: (data) => new StatefulSet(Object(data)),
  },
  'autoscaling/v2/HorizontalPodAutoscaler': {
    module: 'kubernetes-models/autoscaling/v2',
    make: (data) => new HorizontalPodAutoscaler(Object(data)),
  },
  'policy/v1/PodDisruptionBudget': {
    module: 'kubernetes-models/policy/v1',
    make: (data) => new PodDisruptionBudget(Object(data)),
  },
  'networking.k8s.io/v1/NetworkPolicy': {
    module: 'kubernetes-models/networking.k8s.io/v1',
    make: (data) => new NetworkPolicy(Object(data)),
  },
  'monitoring.coreos.com/v1/ServiceMonitor': {
    module: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
    make: (data) => new ServiceMonitor(Object(data)),
  },
};

const kustomizationSchema = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  namespace: z.string(),
  resources: z.array(z.string()),
  images: z.array(z.strictObject({ name: z.string(), newTag: z.string() })),
});
const kustomization = kustomizationSchema.parse(yamlDocuments(`${folder}/kustomization.yaml`)[0]);

const resourceSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({}).optional(),
});
const resources = kustomization.resources.flatMap((file) =>
  yamlDocuments(`${folder}/${file}`).map((each) => resourceSchema.parse(each)),
);
const names = resources.map(({ apiVersion, kind, metadata }) => `${apiVersion}/${kind} ${metadata.name}`);

test.each(resources.map((resource, index) => ({ resource, name: names[index] })))(
  '$name is what the schema of Kubernetes asks for',
  ({ resource }) => {
    const model = models[`${resource.apiVersion}/${resource.kind}`];
    expect(model, 'a kind that is checked').toBeDefined();
    model?.make(resource).validate();
  },
);

/** What the compiler says of the resources as literals of their types: fields that do not exist, among others. */
async function typeErrors(list: readonly z.infer<typeof resourceSchema>[]): Promise<string> {
  const place = await mkdtemp(join(root, 'node_modules/.deploy-test-'));
  onTestFinished(() => rm(place, { recursive: true }));
  const lines = list.map((resource, index) => {
    const { module = '' } = models[`${resource.apiVersion}/${resource.kind}`] ?? {};
    return `export const r${index}: import('${module}').I${resource.kind} = ${JSON.stringify(resource)};`;
  });
  await writeFile(join(place, 'resources.ts'), lines.join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig'];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const run = promisify(execFile)(process.execPath, [tsc, ...options, join(place, 'resources.ts')]);
  return run.then(
    () => '',
    (error) => String(Object(error).stdout),
  );
}

test('no resource has a field that Kubernetes does not know', async () => {
  expect(await typeErrors(resources)).toBe('');
  const wrong = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { porst: [] } };
  expect(await typeErrors([wrong])).toContain('porst');
});

test('the kustomization has every file of the folder, and the images of this version', async () => {
  const files = (await readdir(join(root, folder))).filter((name) => name !== 'kustomization.yaml');
  expect(kustomization.resources.toSorted()).toEqual(files.toSorted());
  const { version } = z.looseObject({ version: z.string() }).parse(JSON.parse(readText('package.json')));
  for (const { newTag } of kustomization.images) expect(newTag).toBe(version);
});

const keyRefSchema = z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) });
const containerSchema = z.looseObject({
  name: z.string(),
  image: z.string(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })),
  env: z.array(
    z.looseObject({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() }),
  ),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  startupProbe: z.looseObject({}),
  livenessProbe: z.looseObject({}),
  readinessProbe: z.looseObject({}),
});
const podSchema = z.looseObject({
  metadata: z.object({ labels: z.record(z.string(), z.string()) }),
  spec: z.looseObject({
    automountServiceAccountToken: z.literal(false),
    securityContext: z.looseObject({
      runAsNonRoot: z.literal(true),
      seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
    }),
    containers: z.array(containerSchema).length(1),
  }),
});
const pods = resources
  .filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind))
  .map(({ spec, metadata }) => ({ name: metadata.name, pod: podSchema.parse(spec?.template) }));

test('each pod runs without rights on a root that cannot be written, with probes and limits', () => {
  // The schema above says so: it was parsed.
  expect(pods.map(({ name }) => name)).toEqual(['freeciv-gateway', 'freeciv-proxy']);
});

test('every variable is one that somebody reads, and secrets come by reference alone', () => {
  const settings = resources.find(({ kind }) => kind === 'ConfigMap');
  const data = z.record(z.string(), z.string()).parse(settings?.data);
  expect(unreadVariables(Object.keys(data))).toEqual([]);
  for (const { pod } of pods)
    for (const { env } of pod.spec.containers) {
      expect(unreadVariables(env.map(({ name }) => name))).toEqual([]);
      for (const { name, value, valueFrom } of env.filter((each) =>
        /SECRET|TOKEN$|KEY|REDIS/.test(each.name),
      )) {
        expect(value, name).toBeUndefined();
        expect(keyRefSchema.safeParse(valueFrom).success, name).toBe(true);
      }
    }
  expect(names.filter((name) => name.includes('/Secret '))).toEqual([]);
});

test('what selects pods selects one kind of them, and names ports that they have', () => {
  const labels = pods.map(({ pod }) => JSON.stringify(pod.metadata.labels));
  for (const { spec, kind } of resources) {
    const text = JSON.stringify(spec ?? {});
    for (const [, matched = ''] of text.matchAll(/"matchLabels":(\{"app[^}]*\})/g))
      expect(labels, kind).toContain(matched);
  }
  const ports = pods.flatMap(({ pod }) =>
    pod.spec.containers.flatMap((each) => each.ports.map(({ name }) => name)),
  );
  const named = JSON.stringify(resources).matchAll(/"(?:targetPort|port)":"(\w+)"/g);
  expect([...named].map(([, port = '']) => port).filter((port) => !ports.includes(port))).toEqual([]);
});

test('the proxies ends of a rollout wait for their games, and one at a time may go', () => {
  const proxies = pods.find(({ name }) => name === 'freeciv-proxy');
  expect(proxies?.pod.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(60);
  const budgets = resources.filter(({ kind }) => kind === 'PodDisruptionBudget');
  expect(budgets.map(({ spec }) => spec?.maxUnavailable)).toEqual([1, 1]);
});
