import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { metricCatalog, services } from '@platform/contracts';
import type { Metric } from '@platform/contracts';
import { createMetrics } from '@platform/kit/telemetry';
import { groupedBy, metricsIn } from './promql.ts';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: Record<string, string>;
}
interface Rules {
  spec: { groups: { name: string; rules: Rule[] }[] };
}
interface Dashboard {
  uid: string;
  panels: { type: string; title: string; targets?: { expr: string }[] }[];
}

const repository = new URL('../../', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, repository), 'utf8');
const rules = (parse(text('deploy/monitoring/rules.yaml')) as Rules).spec.groups;
const alerts = rules.flatMap((group) => group.rules);
const dashboards = readdirSync(new URL('deploy/monitoring/dashboards/', repository)).map(
  (file) => [file, JSON.parse(text(`deploy/monitoring/dashboards/${file}`)) as Dashboard] as const,
);
const expressions: [string, string][] = [
  ...alerts.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...dashboards.flatMap(([file, { panels }]) =>
    panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }): [string, string] => [`${file}: ${title}`, expr]),
    ),
  ),
];

const usual = createMetrics('test', { process: true }).registry.getMetricsAsArray();
/** Labels that every metric has: of the registry, and of Prometheus, which knows the pod. */
const common = ['service', 'namespace', 'pod'];

/** Names under which a metric is read, with its labels. */
function seriesOf(name: string, { kind, labels }: Metric): [string, string[]][] {
  const all = [...labels, ...common];
  if (kind !== 'histogram') return [[name, all]];
  return [
    [`${name}_bucket`, [...all, 'le']],
    [`${name}_count`, all],
    [`${name}_sum`, all],
  ];
}
const series = new Map<string, string[]>([
  ...usual.map(({ name }): [string, string[]] => [name, common]),
  ...Object.entries(metricCatalog).flatMap(([name, metric]) => seriesOf(name, metric)),
]);

describe('expressions', () => {
  test('are valid PromQL', () => {
    const expression =
      'histogram_quantile(0.99, sum by (le, kind) (rate(a_seconds_bucket{kind!~"x|y{",pod="p"}[5m]))) > on () group_left () (max(b) + 60) or absent(c{d="e"})';
    expect(metricsIn(expression)).toEqual([
      { name: 'a_seconds_bucket', labels: ['kind', 'pod'] },
      { name: 'b', labels: [] },
      { name: 'c', labels: ['d'] },
    ]);
    expect(groupedBy(expression)).toEqual(['le', 'kind']);
  });

  test.each(expressions)('%s uses metrics and labels that exist', (_where, expr) => {
    const used = metricsIn(expr);
    expect(used).not.toEqual([]);
    expect(used.map(({ name }) => name).filter((name) => !series.has(name))).toEqual([]);
    for (const { name, labels } of used)
      expect(labels.filter((label) => !series.get(name)!.includes(label))).toEqual([]);
    const known = used.flatMap(({ name }) => series.get(name)!);
    expect(groupedBy(expr).filter((label) => !known.includes(label))).toEqual([]);
  });
});

describe('alerts', () => {
  const sections = new Set(
    [...text('docs/monitoring.md').matchAll(/^### (\w+)$/gm)].map(([, title]) => title),
  );

  test('have unique names and a documentation section each', () => {
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    expect([...sections].sort()).toEqual([...names].sort());
  });

  test('report the absence of every process', () => {
    const { expr } = alerts.find(({ alert }) => alert === 'PlatformServiceAbsent')!;
    const watched = [...expr.matchAll(/service="([a-z-]+)"/g)].map(([, name]) => name);
    expect(watched.sort()).toEqual(Object.keys(services).sort());
  });

  test.each(alerts.map((rule) => [rule.alert, rule] as const))(
    '%s has a severity and a runbook',
    (alert, { labels, annotations }) => {
      expect(alert).toMatch(/^Platform[A-Z]\w+$/);
      expect(['critical', 'warning', 'info']).toContain(labels.severity);
      expect(annotations['summary']).toMatch(/\S/);
      expect(annotations['runbook']).toContain(`docs/monitoring.md#${alert.toLowerCase()}.`);
    },
  );
});

describe('dashboards', () => {
  test('exist for each process, loaded by the kustomization', () => {
    const { configMapGenerator } = parse(text('deploy/monitoring/kustomization.yaml')) as {
      configMapGenerator: { name: string; files: string[] }[];
    };
    expect(configMapGenerator.flatMap(({ files }) => files).sort()).toEqual(
      dashboards.map(([file]) => `dashboards/${file}`).sort(),
    );
    const deployments = readdirSync(new URL('deploy/k8s/base/', repository)).filter((file) =>
      text(`deploy/k8s/base/${file}`).includes('name: admin'),
    );
    expect(dashboards.map(([file]) => file.replace('.json', '.yaml')).sort()).toEqual(
      deployments.sort(),
    );
  });

  test('contain every metric of their process', () => {
    const shown = new Set(
      dashboards.flatMap(([, { panels }]) =>
        panels.filter(({ type }) => type !== 'row').map(({ title }) => title),
      ),
    );
    expect(Object.keys(metricCatalog).filter((name) => !shown.has(name))).toEqual([]);
  });
});

const promtool = process.env['PROMTOOL'] ?? 'promtool';
const hasPromtool = (() => {
  try {
    execFileSync(promtool, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!hasPromtool)('promtool', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rules-'));
    writeFileSync(join(folder, 'rules.yaml'), stringify({ groups: rules }));
    const cases = fileURLToPath(new URL('test/monitoring/alerts.yaml', repository));
    writeFileSync(join(folder, 'alerts.yaml'), readFileSync(cases, 'utf8'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([[['check', 'rules', 'rules.yaml']], [['test', 'rules', 'alerts.yaml']]])(
    '%j',
    async (args) => {
      await promisify(execFile)(promtool, args, { cwd: folder });
    },
  );
});
