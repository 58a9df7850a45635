import { describe, expect, test } from 'vitest';
import { activationUnder } from './activation-terms.ts';
import type { Terms } from './activation-terms.ts';
import type { ActivationRow } from './activation-store.ts';

const at = (seconds: number): Date => new Date(seconds * 1000);
const rules: Terms['rules'] = {
  maxDurationSeconds: 3600,
  defaultDurationSeconds: 900,
  requireApproval: true,
  requiredApprovals: 2,
  approvers: [{ type: 'user', id: 'bob' }],
  approvalTimeoutSeconds: 600,
  requireJustification: false,
  requireTicket: false,
  ticketPattern: null,
  requireAcr: null,
  requireAuthWithinSeconds: null,
};
const request: ActivationRow = {
  id: 'act_1',
  eligibilityId: 'elg_1',
  principalId: 'ada',
  viaGroup: null,
  people: ['ada'],
  roleKey: 'support',
  scopes: ['tenant:users.read'],
  organizationId: null,
  state: 'requested',
  justification: null,
  ticket: null,
  durationSeconds: 1800,
  requiredApprovals: 2,
  approvers: ['user:bob'],
  requestedAt: at(1000),
  decisionDeadline: at(1600),
  wantedStart: at(2000),
  startsAt: null,
  endsAt: null,
  endedAt: null,
  endedBy: null,
  endReason: null,
  endComment: null,
  requestContext: {
    ip: '203.0.113.7',
    userAgent: null,
    acr: 'aal1',
    amr: ['pwd'],
    authTime: at(900).toISOString(),
  },
  nextDueAt: at(1600),
  updatedAt: at(1000),
};
const grant: ActivationRow = { ...request, state: 'active', startsAt: at(2000), endsAt: at(3800) };

interface Change {
  rules?: Partial<Terms['rules']>;
  expiresAt?: Date | null;
}
const under = (row: ActivationRow, { rules: changed, expiresAt = null }: Change) =>
  activationUnder(row, { rules: { ...rules, ...changed }, expiresAt });

describe('a request that waits for approval', () => {
  test.each<[string, Change, Partial<ActivationRow>]>([
    ['nothing of laxer limits', { rules: { maxDurationSeconds: 7200, requiredApprovals: 1 } }, {}],
    ['nothing of a longer time to decide', { rules: { approvalTimeoutSeconds: 900 } }, {}],
    ['a shorter duration', { rules: { maxDurationSeconds: 600 } }, { durationSeconds: 600 }],
    ['more approvals', { rules: { requiredApprovals: 3 } }, { requiredApprovals: 3 }],
    [
      'an earlier deadline',
      { rules: { approvalTimeoutSeconds: 300 } },
      { decisionDeadline: at(1300) },
    ],
    [
      'other approvers',
      { rules: { approvers: [{ type: 'role', id: 'duty' }] } },
      { approvers: ['role:duty'] },
    ],
    ['nothing of an end after its start', { expiresAt: at(2001) }, {}],
    ['nothing of a sign-in that was good enough', { rules: { requireAuthWithinSeconds: 100 } }, {}],
  ])('takes over %s', (_what, change, taken) => {
    expect(under(request, change)).toEqual({ ...request, ...taken });
  });

  test.each<[string, Change]>([
    ['a justification', { rules: { requireJustification: true } }],
    ['a ticket', { rules: { requireTicket: true } }],
    ['a stronger sign-in', { rules: { requireAcr: 'aal2' } }],
    ['a more recent sign-in', { rules: { requireAuthWithinSeconds: 99 } }],
    ['a start before the end', { expiresAt: at(2000) }],
  ])('does not continue without %s', (_what, change) => {
    expect(under(request, change)).toBeUndefined();
  });

  test('does not continue with a ticket that no longer matches', () => {
    const withTicket = { ...request, ticket: { system: 'jira', number: 'OPS-1' } };
    expect(under(withTicket, { rules: { ticketPattern: 'INC-\\d+' } })).toBeUndefined();
  });
});

describe('an approved activation', () => {
  test('ends with its eligibility, and keeps everything else', () => {
    const strict = { maxDurationSeconds: 300, requireTicket: true, requireAcr: 'aal3' };
    expect(under(grant, { rules: strict, expiresAt: at(2100) })).toEqual({
      ...grant,
      endsAt: at(2100),
    });
    expect(under(grant, { expiresAt: at(9000) })).toEqual(grant);
  });

  test('does not continue if its eligibility ends before it starts', () => {
    expect(under({ ...grant, state: 'scheduled' }, { expiresAt: at(1999) })).toBeUndefined();
  });
});
