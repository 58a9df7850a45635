import type { Activation } from '@platform/sdk';
import { expect, test } from 'vitest';
import { elevationGroups } from './elevation-groups.ts';

const one = (id: string, more: Partial<Activation>) =>
  ({ id, state: 'requested', canApprove: true, decisionDeadline: null, ...more }) as Activation;

test('requests that the user decides on are apart from those of others, the most urgent first', () => {
  const groups = elevationGroups([
    one('late', { decisionDeadline: '2026-11-28T00:00:00.000Z' }),
    one('own', { canApprove: false }),
    one('soon', { decisionDeadline: '2026-11-27T00:00:00.000Z' }),
    one('running', { state: 'active' }),
    one('later', { state: 'scheduled' }),
    one('over', { state: 'expired' }),
  ]);
  const ids = Object.values(groups).map((group: readonly Activation[]) =>
    group.map(({ id }) => id),
  );
  expect(ids).toEqual([['soon', 'late'], ['own'], ['running', 'later']]);
});
