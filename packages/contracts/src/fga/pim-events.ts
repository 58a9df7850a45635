import { z } from 'zod';
import { ActivationFact, EligibleAssignment } from './pim.ts';
import type { ActivationFactResource, EligibilityResource } from './pim.ts';
import { eventData, eventType } from '../events/event.ts';
import type { EventType } from '../events/event.ts';

const at = '2026-11-20T05:41:00.123Z';
const user = 'usr_01m7vqhvjpfrhtg5g075cmmcw9';

const exampleEligibility: EligibilityResource = {
  id: 'elg_01m7vqhvjpfrhtg5g075cmmcw9',
  principal: { type: 'user', id: user },
  role: 'security_admin',
  scopes: null,
  organizationId: null,
  justification: null,
  startsAt: at,
  expiresAt: null,
  rules: {
    maxDurationSeconds: 28_800,
    defaultDurationSeconds: 3600,
    requireApproval: true,
    requiredApprovals: 1,
    approvers: [],
    approvalTimeoutSeconds: 86_400,
    requireJustification: true,
    requireTicket: false,
    ticketPattern: null,
    requireAcr: null,
    requireAuthWithinSeconds: null,
  },
  status: 'active',
  createdBy: { type: 'client', id: 'console' },
  createdAt: at,
  updatedAt: at,
};

const exampleActivation: ActivationFactResource = {
  id: 'act_01m7vqhvjpfrhtg5g075cmmcw9',
  eligibleAssignmentId: exampleEligibility.id,
  principal: { type: 'user', id: user },
  role: 'security_admin',
  scopes: ['tenant:settings.write'],
  organizationId: null,
  state: 'active',
  justification: 'Incident 4711',
  ticket: null,
  durationSeconds: 3600,
  requestedAt: at,
  decisionDeadline: null,
  approvals: [
    { approver: { type: 'user', id: 'usr_01m7vqhvjpfrhtg5g075cmmcwa' }, at, comment: null },
  ],
  requiredApprovals: 1,
  startsAt: at,
  endsAt: '2026-11-20T06:41:00.123Z',
  endedAt: null,
  endReason: null,
  endComment: null,
  requestContext: {
    ip: '203.0.113.7',
    userAgent: null,
    acr: 'aal2',
    amr: ['pwd', 'otp'],
    authTime: at,
  },
  createdAt: at,
  updatedAt: at,
};

const eligibility = (
  description: string,
  severity: EventType['severity'] = 'low',
  more: Record<string, z.ZodType> = {},
  example: Record<string, unknown> = {},
) =>
  eventType({
    description,
    severity,
    emittedBy: 'fga',
    subject: 'eligible_assignment',
    data: eventData('eligibleAssignment', EligibleAssignment, more),
    example: { eligibleAssignment: exampleEligibility, ...example },
  });

const activation = (
  description: string,
  severity: EventType['severity'],
  state: ActivationFactResource['state'],
  more: Record<string, z.ZodType> = {},
  example: Record<string, unknown> = {},
) =>
  eventType({
    description,
    severity,
    emittedBy: 'fga',
    subject: 'activation',
    data: eventData('activation', ActivationFact, more),
    example: { activation: { ...exampleActivation, state }, ...example },
  });

const approver = [
  { approver: z.string().nullable() },
  { approver: 'usr_01m7vqhvjpfrhtg5g075cmmcwa' },
] as const;
const endReason = (reason: string) => [{ endReason: z.string() }, { endReason: reason }] as const;

/** Events of elevation. `endReason` states why an activation ended. */
export const pimEvents = {
  'pim.eligibility_created': eligibility('An eligible assignment was created.', 'high'),
  'pim.eligibility_updated': eligibility(
    'An eligible assignment was changed. `changed` contains JSON Pointers.',
    'high',
    { changed: z.array(z.string()) },
    { changed: ['/rules/maxDurationSeconds'] },
  ),
  'pim.eligibility_deleted': eligibility('An eligible assignment was deleted.', 'medium'),
  'pim.eligibility_expired': eligibility('An eligible assignment expired.'),
  'pim.activation_requested': activation('An activation was requested.', 'medium', 'requested'),
  'pim.activation_approved': activation(
    'An activation was approved.',
    'high',
    'active',
    ...approver,
  ),
  'pim.activation_scheduled': activation('An activation was scheduled.', 'medium', 'scheduled'),
  'pim.activation_started': activation(
    'An activation started, and the user has the elevated scopes.',
    'high',
    'active',
  ),
  'pim.activation_updated': activation(
    'The terms of an open activation changed with its eligible assignment.',
    'medium',
    'requested',
  ),
  'pim.activation_denied': activation('An activation was denied.', 'medium', 'denied', ...approver),
  'pim.activation_cancelled': activation(
    'An activation was cancelled.',
    'low',
    'cancelled',
    ...endReason('requester'),
  ),
  'pim.activation_timed_out': activation(
    'An activation timed out because nobody approved or denied it.',
    'low',
    'timed_out',
    ...endReason('decision_deadline'),
  ),
  'pim.activation_revoked': activation(
    'An activation was revoked.',
    'high',
    'revoked',
    ...endReason('approver'),
  ),
  'pim.activation_expired': activation(
    'An activation expired.',
    'medium',
    'expired',
    ...endReason('window_end'),
  ),
};
