import { expect, test } from 'vitest';
import type { Metric } from './metric.ts';
import { metricCatalog, metricGroups } from './metrics.ts';

const catalog: [string, Metric][] = Object.entries(metricCatalog);

test('the name of every metric starts with its owner', () => {
  const unowned = Object.entries(metricGroups).flatMap(([owner, group]) =>
    Object.keys(group).filter(
      (name) =>
        !name.startsWith('platform_') && (owner === 'shared' || !name.startsWith(`${owner}_`)),
    ),
  );
  expect(unowned).toEqual([]);
});

test.each(catalog)(
  '%s is described, and named by the Prometheus conventions',
  (name, { kind, ...metric }) => {
    expect(name).toMatch(/^[a-z]+(_[a-z0-9]+)+$/);
    expect(metric.help).toMatch(/^[A-Z].{15,}\.$/);
    expect(name.endsWith('_total')).toBe(kind === 'counter');
    for (const label of metric.labels) expect(label).toMatch(/^[a-z]+(_[a-z]+)*$/);
    // The registry adds `service` to every metric; the number of tenants is unbounded.
    for (const reserved of ['service', 'tenant', 'tenant_id', 'client_id', 'user_id', 'le'])
      expect(metric.labels).not.toContain(reserved);
  },
);
