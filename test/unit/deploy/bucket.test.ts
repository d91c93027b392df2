import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readStorageUrl } from '../../../features/bucket/storage-url.js';
import { readText } from '../architecture/source-files.js';
import { unreadVariables, yamlDocuments } from './support/yaml-files.js';

const overlaySchema = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  namespace: z.string(),
  resources: z.tuple([z.literal('../kubernetes')]),
  patches: z.array(
    z.strictObject({ target: z.object({ kind: z.string(), name: z.string() }), patch: z.string() }),
  ),
});
const operationsSchema = z.array(
  z.strictObject({ op: z.enum(['add', 'replace']), path: z.string(), value: z.looseObject({}) }),
);

/** What a JSON pointer leads to; `-` leads to the place after the last of a list. */
function at(value: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>(
    (found, name) => (name === '-' && Array.isArray(found) ? 'a new one' : Object(found)[name]),
    value,
  );
}

test('the overlay of Kubernetes changes what is there, and names a bucket', () => {
  const [document] = yamlDocuments('deploy/kubernetes-bucket/kustomization.yaml');
  const { patches, namespace } = overlaySchema.parse(document);
  const [base] = yamlDocuments('deploy/kubernetes/kustomization.yaml');
  expect(base).toMatchObject({ namespace });
  const resources = yamlDocuments('deploy/kubernetes/proxy.yaml');
  const [set, claim] = patches.map(({ target: { kind, name } }) =>
    resources.find((each) => each.kind === kind && at(each, '/metadata/name') === name),
  );
  expect(claim).toBeDefined();
  const operations = operationsSchema.parse(parse(patches[0]?.patch ?? ''));
  for (const { path } of operations) expect(at(set, path), path).toBeDefined();
  expect(at(set, '/spec/template/spec/volumes/0/name')).toBe('data');
  const url = operations.map(({ value }) => value).find(({ name }) => name === 'STORAGE_URL')?.value;
  expect(readStorageUrl(String(url))).toMatchObject({ ok: true });
});

test('the compose file for a bucket sets what is read, and takes the shared folder away', () => {
  const text = readText('deploy/compose/bucket.yaml').replace(/\$\{\w+:-([^}]*)\}/g, '$1');
  const [file] = yamlDocuments('deploy/compose/bucket.yaml', text);
  const environment = z.record(z.string(), z.string()).parse(at(file, '/services/proxy/environment'));
  expect(unreadVariables(Object.keys(environment))).toEqual([]);
  expect(Object.keys(environment)).toContain('STORAGE_URL');
  expect(at(file, '/services/proxy/volumes')).toEqual(['/data']);
});
