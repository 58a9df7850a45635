import { readFileSync } from 'node:fs';
import { contextNames, services } from '@platform/contracts';
import { describe, expect, test } from 'vitest';
import { distributions, droppedTriggers, ofTheKit } from './distribution.ts';
import type { Distribution } from './distribution.ts';
import { tablesOfSnapshot } from './snapshot.ts';
import type { SnapshotTable } from './snapshot.ts';

const joined = (a: Distribution, b: Distribution): Distribution => ({
  byTenant: [...a.byTenant, ...b.byTenant],
  reference: { ...a.reference, ...b.reference },
  local: { ...a.local, ...b.local },
  pending: { ...a.pending, ...b.pending },
});

const hasTenant = (columns: string): boolean => columns.split(/\W+/).includes('tenant_id');

/** Why a table cannot be distributed by its tenant; empty if it can. */
function obstacles(
  { columns, uniqueKeys, foreignKeys, triggers }: SnapshotTable,
  { byTenant, reference }: Distribution,
): string[] {
  const within = (target: string): boolean => byTenant.includes(target);
  return [
    ...(columns.includes('tenant_id') ? [] : ['has no tenant_id']),
    ...Object.entries(uniqueKeys)
      .filter(([, key]) => !hasTenant(key))
      .map(([name]) => `the key ${name} lacks tenant_id`),
    ...foreignKeys
      .filter(
        ({ target, columns: own, targetColumns }) =>
          !(target in reference) && !(within(target) && hasTenant(own) && hasTenant(targetColumns)),
      )
      .map(({ name }) => `the reference ${name} leaves the tenant`),
    ...triggers
      .filter((name) => !droppedTriggers.includes(name))
      .map((name) => `has the trigger ${name}`),
  ];
}

describe.each(contextNames)('the tables of %s on several nodes', (service) => {
  const distribution = joined(ofTheKit, distributions[service]);
  const tables = tablesOfSnapshot(service);
  const named = [
    ...distribution.byTenant,
    ...[distribution.reference, distribution.local, distribution.pending].flatMap(Object.keys),
  ];

  test('each says how it is distributed, once', () => {
    expect(named.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  test('those distributed by tenant have keys and references within the tenant, and no triggers', () => {
    const faults = tables
      .filter(({ name }) => distribution.byTenant.includes(name))
      .map((table) => [table.name, obstacles(table, distribution)] as const)
      .filter(([, found]) => found.length > 0);
    expect(Object.fromEntries(faults)).toEqual({});
  });

  test('those that are pending have something to wait for', () => {
    const ready = tables
      .filter(({ name }) => name in distribution.pending)
      .filter((table) => obstacles(table, distribution).length === 0);
    expect(ready.map(({ name }) => name)).toEqual([]);
  });
});

test('each exception gives its reason', () => {
  const reasons = [ofTheKit, ...Object.values(distributions)].flatMap((of) =>
    [of.reference, of.local, of.pending].flatMap((part) => Object.values(part)),
  );
  expect(reasons.filter((reason) => reason.length < 20)).toEqual([]);
});

describe('deploy/citus.sql', () => {
  const script = readFileSync(new URL('../../deploy/citus.sql', import.meta.url), 'utf8');
  /** The rows of one of the script's lists, as `schema.table`. */
  const listed = (list: string): string[] => {
    const [, rows = ''] = script.split(`INSERT INTO ${list} VALUES`);
    const [values = ''] = rows.split(';');
    return [...values.matchAll(/\((?:'(\w+)'|NULL), '(\w+)'\)/g)].map(
      ([, schema = '*', name]) => `${schema}.${name}`,
    );
  };
  const named = (part: (of: Distribution) => readonly string[]): string[] => [
    ...part(ofTheKit).map((name) => `*.${name}`),
    ...contextNames.flatMap((service) =>
      part(distributions[service]).map((name) => `${services[service].schema}.${name}`),
    ),
  ];
  const withTenant = new Set(
    contextNames.flatMap((service) =>
      tablesOfSnapshot(service)
        .filter(({ columns }) => columns.includes('tenant_id'))
        .flatMap(({ name }) => [`${services[service].schema}.${name}`, `*.${name}`]),
    ),
  );

  test('copies the reference tables to every node', () => {
    expect(listed('reference_table').toSorted()).toEqual(
      named((of) => Object.keys(of.reference)).toSorted(),
    );
  });

  test('leaves the tables with a tenant that are local or pending on the coordinator', () => {
    const kept = named((of) => Object.keys({ ...of.local, ...of.pending }));
    expect(listed('local_table').toSorted()).toEqual(
      kept.filter((name) => withTenant.has(name)).toSorted(),
    );
  });

  test.each(droppedTriggers)('drops the trigger %s', (trigger) => {
    expect(script).toContain(`DROP TRIGGER ${trigger} `);
  });
});
