import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { properties } from '@platform/contracts';
import { installation } from './example.ts';
import { manifestNamed, ofKind } from './manifests.ts';
import { containerOf, toldIn } from './pod.ts';

const guide = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8');

const coresOf = (cpu: string): number =>
  cpu.endsWith('m') ? Number(cpu.slice(0, -1)) / 1000 : Number(cpu);
const gibOf = (memory: string): number =>
  Number(memory.slice(0, -2)) / (memory.endsWith('Mi') ? 1024 : 1);
const connections = Number(properties['platform.database.max-connections'].default) * 1.5 + 1;

/** A pod's cores, GiB and connections, and the least and largest number of pods. */
const sizes = ofKind(installation, 'HorizontalPodAutoscaler').map(({ spec }) => {
  const deployment = manifestNamed(installation, 'Deployment', spec.scaleTargetRef.name);
  const { cpu, memory } = containerOf(deployment).resources.requests;
  const hasDatabase = toldIn(deployment).some(({ name }) => name === 'PLATFORM_DATABASE_URL');
  return {
    name: deployment.metadata.name,
    pod: [coresOf(cpu), gibOf(memory), hasDatabase ? connections : 0],
    pods: [spec.minReplicas, spec.maxReplicas] as [number, number],
  };
});

const rounded = (amount: number): number => Math.round(amount * 1_000) / 1_000;
const range = ([low, high]: [number, number]): string => `${rounded(low)} – ${rounded(high)}`;
const sum = (of: (size: (typeof sizes)[number]) => number): number =>
  sizes.reduce((total, size) => total + of(size), 0);

test('the sizing table matches the manifests', () => {
  const rows = sizes.map(({ name, pod, pods: [low, high] }) => [
    `\`${name}\``,
    ...pod.map(String),
    range([low, high]),
    ...pod.map((each) => range([each * low, each * high])),
  ]);
  const total = [0, 1, 2].map((at) =>
    range([sum(({ pod, pods }) => pod[at]! * pods[0]), sum(({ pod, pods }) => pod[at]! * pods[1])]),
  );
  const pods = range([sum((one) => one.pods[0]), sum((one) => one.pods[1])]);
  const table = guide
    .slice(guide.indexOf('## Sizing'))
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  expect(table).toEqual([...rows, ['all', '', '', '', pods, ...total]]);
});

test('memory limits equal the requests, and there are no CPU limits', () => {
  for (const { name } of sizes) {
    const { requests, limits } = containerOf(
      manifestNamed(installation, 'Deployment', name),
    ).resources;
    expect([name, limits]).toEqual([name, { memory: requests.memory }]);
  }
});
