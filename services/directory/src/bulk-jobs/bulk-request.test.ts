import { describe, expect, test } from 'vitest';
import type { CreateUserBulkJobRequest } from '@platform/contracts';
import { asProblem } from '@platform/kit/problem';
import { checkedBulkRequest, refuseOwnAccount } from './bulk-request.ts';

const scopes = new Set(['tenant:users.write', 'tenant:orgs.write']);
const ada = 'usr_01m7vqhvjpfrhtg5g075cmmcw9';
const org = 'org_01m7vqhvjpfrhtg5g075cmmcw9';
const problemOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    const { code, details } = asProblem(error);
    return [code, details.errors?.[0]?.pointer ?? details.errors?.[0]?.detail];
  }
  return undefined;
};

describe('checkedBulkRequest', () => {
  test('counts an id that is named twice once', () => {
    const request = { action: 'suspend', userIds: [ada, ada] } as const;
    expect(checkedBulkRequest({ ...request, userIds: [...request.userIds] }, scopes)).toEqual({
      userIds: [ada],
    });
  });

  test('accepts a filter without conditions', () => {
    expect(checkedBulkRequest({ action: 'delete', filter: {} }, scopes)).toEqual({ filter: {} });
  });

  test.each<[string, CreateUserBulkJobRequest, string]>([
    ['no users', { action: 'suspend' }, ''],
    ['ids and a filter', { action: 'suspend', userIds: [ada], filter: {} }, '/filter'],
    ['no organization', { action: 'add_to_organization', filter: {} }, '/organizationId'],
    [
      'an organization that is not used',
      { action: 'delete', filter: {}, organizationId: org },
      '/organizationId',
    ],
    [
      'roles for a removal',
      { action: 'remove_from_organization', filter: {}, organizationId: org, roles: ['admin'] },
      '/roles',
    ],
  ])('rejects %s', (_what, request, pointer) => {
    expect(problemOf(() => checkedBulkRequest(request, scopes))).toEqual([
      'validation_failed',
      pointer,
    ]);
  });

  test('requires the permission to change memberships', () => {
    const request = { action: 'add_to_organization', filter: {}, organizationId: org } as const;
    expect(problemOf(() => checkedBulkRequest(request, new Set(['tenant:users.write'])))).toEqual([
      'insufficient_scope',
      'tenant:orgs.write',
    ]);
  });
});

describe('refuseOwnAccount', () => {
  test.each([
    ['suspend', 'user', 'invalid_state'],
    ['deactivate', 'user', 'invalid_state'],
    ['delete', 'user', 'invalid_state'],
    ['reactivate', 'user', undefined],
    ['remove_from_organization', 'user', undefined],
    ['delete', 'client', undefined],
  ] as const)('%s by a %s: %s', (action, type, code) => {
    expect(problemOf(() => refuseOwnAccount(action, ada, { type, id: ada }))?.[0]).toBe(code);
  });

  test('allows changes of others', () => {
    expect(problemOf(() => refuseOwnAccount('delete', ada, { type: 'user', id: org }))).toBe(
      undefined,
    );
  });
});
