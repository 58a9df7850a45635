import { expect, it } from 'vitest';
import type { SetupDirectory } from '@platform/sdk';
import { nextStep } from './connection-steps.ts';

const report = { ok: false } as SetupDirectory['lastProbe'];

it.each([
  ['suspended', null, 'attributes'],
  ['suspended', report, 'test'],
  ['pending', report, 'activate'],
] as const)(
  'a connection that is %s with the report %j continues at %s',
  (state, lastProbe, step) => {
    expect(nextStep({ state, lastProbe })).toBe(step);
  },
);
