import { contextNames } from '@platform/contracts';
import { leftOutByTheKit } from '@platform/data-lifecycle/tenant-move';
import { describe, expect, test } from 'vitest';
import { movedRows } from './moved-rows.ts';
import { movedTables } from './moved-tables.ts';
import { tablesOfSnapshot } from './snapshot.ts';

describe.each(contextNames)('a tenant of %s that moves to another installation', (service) => {
  const { leftOut, drained = {}, sealed } = movedRows[service];
  const tables = tablesOfSnapshot(service).filter(({ columns }) => columns.includes('tenant_id'));
  const moved = tables.filter(({ name }) => movedTables[service].includes(name));

  test('takes each table with it, or leaves it out for a reason', () => {
    const named = [leftOutByTheKit, leftOut, drained].flatMap(Object.keys);
    expect([...named, ...movedTables[service]].toSorted()).toEqual(
      tables.map(({ name }) => name).toSorted(),
    );
  });

  test('takes sealed values in columns that are sealed again', () => {
    const withSeals = moved.filter(({ columns }) => columns.includes('seal_key_id'));
    const known = new Set(sealed.map(({ table }) => table));
    expect(withSeals.filter(({ name }) => !known.has(name))).toEqual([]);
  });

  test('takes no numbers with it that the database assigns across tenants', () => {
    expect(moved.filter(({ identities }) => identities.length > 0)).toEqual([]);
  });
});

test('each table that stays behind gives its reason', () => {
  const reasons = [leftOutByTheKit, ...Object.values(movedRows).map(({ leftOut }) => leftOut)];
  expect(reasons.flatMap(Object.values).filter((reason: string) => reason.length < 20)).toEqual([]);
});
