import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contextNames, properties, services } from '@platform/contracts';
import { environmentName } from '@platform/kit/config';
import { installation } from './installation.ts';
import { ofKind } from './manifests.ts';
import { toldIn, volumesOf } from './pod.ts';

const repository = new URL('../../', import.meta.url);
const guide = readFileSync(new URL('docs/deploy.md', repository), 'utf8');
const section = (title: string): string =>
  guide.slice(guide.indexOf(`## ${title}`)).split('\n## ')[0] as string;
const inBackticks = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, words]) => words as string);

test('the guide lists exactly the Secrets of the manifests, with their keys', () => {
  const wanted = new Map<string, Set<string>>();
  for (const deployment of ofKind(installation, 'Deployment')) {
    const refs: { name: string; key?: string }[] = [
      ...toldIn(deployment).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
      ...volumesOf(deployment).flatMap(({ secret }) => (secret ? { name: secret.secretName } : [])),
    ];
    for (const { name, key } of refs)
      wanted.set(name, new Set([...(wanted.get(name) ?? []), ...(key ? [key] : [])]));
  }
  const rows = section('3. Secrets')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|'));
  const told = new Map(
    rows.flatMap(([, names = '', keys = '']) =>
      inBackticks(names).map((name) => [name, new Set(inBackticks(keys))] as const),
    ),
  );
  expect(told).toEqual(wanted);
});

test('the guide creates the schemas of all services', () => {
  const [, created = ''] = /for schema in ([a-z -]+);/.exec(section('1. The database')) ?? [];
  expect(created.split(' ').sort()).toEqual(
    contextNames.map((name) => services[name].schema).sort(),
  );
});

test('every metric that it lists exists', () => {
  const sources = ['packages/kit/src', 'packages/relations/src', 'gateway/src', 'services']
    .flatMap((folder) =>
      readdirSync(new URL(folder, repository), { recursive: true })
        .map(String)
        .filter(
          (file) =>
            file.endsWith('.ts') && !file.includes('dist') && !file.includes('node_modules'),
        )
        .map((file) => readFileSync(new URL(`${folder}/${file}`, repository), 'utf8')),
    )
    .join('\n');
  const metrics = inBackticks(section('What to monitor')).filter((word) =>
    /^[a-z]+_[a-z_]+$/.test(word),
  );
  expect(metrics.length).toBeGreaterThan(9);
  expect(metrics.filter((metric) => !sources.includes(`'${metric}'`))).toEqual([]);
});

test('every property, file and Deployment that it mentions exists', () => {
  const words = inBackticks(guide);
  const known = Object.keys(properties);
  expect(
    words.filter((word) => /^platform\.[a-z-]+\.[a-z.-]+$/.test(word) && !known.includes(word)),
  ).toEqual([]);
  expect(
    [...guide.matchAll(/\b(PLATFORM_[A-Z_]+)\b/g)]
      .map(([, variable]) => variable?.replace(/_FILE$/, ''))
      .filter((variable) => !known.some((property) => environmentName(property) === variable)),
  ).toEqual([]);
  expect(
    words
      .filter((word) => word.startsWith('deploy/'))
      .filter((path) => !existsSync(new URL(path, repository))),
  ).toEqual([]);
  const deployments = ofKind(installation, 'Deployment').map(({ metadata }) => metadata.name);
  expect(
    [...guide.matchAll(/deployment\/([a-z-]+)/g)]
      .map(([, name]) => name)
      .filter((name) => !deployments.includes(name as string)),
  ).toEqual([]);
  const upgraded = /for process in ([a-z -]+);/.exec(section('Upgrade'))?.[1]?.split(' ');
  expect([...(upgraded ?? []), 'platform-operator'].sort()).toEqual(deployments.sort());
});
