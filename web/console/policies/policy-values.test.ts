import type { AccessPolicy } from '@platform/sdk';
import { describe, expect, it } from 'vitest';
import { subjectFault, windowFault } from './condition-values.ts';
import { hasControl, messageFault } from './control-values.ts';
import {
  newPolicyValues,
  patchBetween,
  policyCreation,
  policyPatch,
  policyValues,
} from './policy-values.ts';

const policy: AccessPolicy = {
  id: 'pol_1',
  clientId: 'reports',
  name: 'Outside the office',
  description: null,
  mode: 'report_only',
  priority: 10,
  conditions: {
    principalTypes: ['user'],
    subjects: { include: { roles: ['support'] }, exclude: { userIds: ['usr_1'] } },
    detailTypes: ['payment'],
    networks: { exclude: { cidrs: ['203.0.113.0/24'], countries: ['DE'] } },
    device: { platforms: ['ios'], known: false },
    risk: { signIn: ['high'] },
    time: {
      timezone: 'Europe/Berlin',
      windows: [{ days: ['mon', 'fri'], from: '08:00', to: '18:00' }],
    },
    whenUnknown: 'no_match',
  },
  controls: {
    operator: 'any',
    assurance: { acr: 'aal2', maxAgeSeconds: 0 },
    device: { managed: true },
    session: { refreshToken: 'deny' },
    denyMessage: { en: 'Use a device of the company: it is managed.' },
  },
  version: 1,
  createdAt: '2026-11-27T00:00:00.000Z',
  updatedAt: '2026-11-27T00:00:00.000Z',
  modeChangedAt: '2026-11-27T00:00:00.000Z',
};

describe('a policy in its form', () => {
  it('changes nothing when it is saved unchanged', () => {
    expect(policyPatch(policyValues(policy), policyValues(policy))).toEqual({});
  });

  it('sends what has changed, and null for what is gone', () => {
    const values = {
      ...policyValues(policy),
      networksExcept: 'DE',
      windows: '',
      known: 'any' as const,
    };
    expect(policyPatch(policyValues(policy), values)).toEqual({
      conditions: { networks: { exclude: { cidrs: null } }, device: { known: null }, time: null },
    });
  });

  it('has no other controls when it blocks', () => {
    const values = { ...policyValues(policy), effect: 'block' as const };
    expect(policyCreation(values).controls).toEqual({
      block: true,
      denyMessage: policy.controls.denyMessage,
    });
  });

  it('reports first, and needs a control', () => {
    expect(newPolicyValues().mode).toBe('report_only');
    expect(hasControl(newPolicyValues())).toBe(false);
    expect(hasControl({ ...newPolicyValues(), passwordChange: true })).toBe(true);
  });

  it('names lines that mean nothing', () => {
    expect(subjectFault('role:support\nada')).toBe('ada');
    expect(windowFault('mon,tue 08:00-18:00\nfunday 08:00-18:00')).toBe('funday 08:00-18:00');
    expect(messageFault('en: Closed\nClosed')).toBe('Closed');
  });
});

it('a merge patch replaces lists as a whole', () => {
  expect(patchBetween({ a: { b: [1], c: 1 } }, { a: { b: [2], c: 1 } })).toEqual({ a: { b: [2] } });
});
