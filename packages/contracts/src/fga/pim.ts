import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { text, time, timeInput } from '../common/text.ts';
import { idSchema } from '../ids.ts';

const acr = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,64}$/, {
  error: 'must have 1 to 64 visible ASCII characters and no quotes',
});
const scope = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/, { error: 'must be a scope (RFC 6749 §3.3)' });
const scopes = z
  .array(scope)
  .min(1)
  .max(50)
  .refine((all) => new Set(all).size === all.length, { error: 'must not name a scope twice' })
  .meta({ uniqueItems: true });
const justification = text({ max: 1000 });

/** The eligible party: a user, or everyone in a directory group. */
export const PimPrincipal = z.strictObject({
  type: z.enum(['user', 'group']),
  id: text({ max: 128 }),
});

const Approver = z.strictObject({
  type: z.enum(['user', 'group', 'role']),
  id: text({ max: 128 }).describe('For a role, its key.'),
});

const seconds = (least: number, most: number) => z.int().min(least).max(most);

const maxDurationSeconds = seconds(300, 31_536_000);
const ticketPattern = z.string().min(1).max(256).nullable();
const approvers = z.array(Approver).max(50);
const required = {
  requireApproval: z.boolean(),
  requiredApprovals: z.int().min(1).max(5),
  approvalTimeoutSeconds: seconds(300, 2_592_000),
  requireJustification: z.boolean(),
  requireTicket: z.boolean(),
};
const requireAuthWithinSeconds = seconds(60, 86_400).nullable();
const describedPattern =
  'Regular expression in RE2 syntax that must match the whole ticket number.';
const describedApprovers = 'If empty, anyone with `tenant:pim.approve` can approve.';

const rulesInput = z.strictObject({
  maxDurationSeconds: maxDurationSeconds
    .optional()
    .describe(
      'Must not exceed `platform.pim.max-activation-duration`. Defaults to 28800, or to that limit if it is lower.',
    ),
  defaultDurationSeconds: maxDurationSeconds
    .optional()
    .describe(
      'Must not exceed `maxDurationSeconds`. Defaults to 3600, or to `maxDurationSeconds` if it is lower.',
    ),
  requireApproval: required.requireApproval.default(true),
  requiredApprovals: required.requiredApprovals.default(1),
  approvers: approvers.default([]).describe(describedApprovers),
  approvalTimeoutSeconds: required.approvalTimeoutSeconds.default(86_400),
  requireJustification: required.requireJustification.default(true),
  requireTicket: required.requireTicket.default(false),
  ticketPattern: ticketPattern.default(null).describe(describedPattern),
  requireAcr: acr
    .nullable()
    .optional()
    .describe('Defaults to `platform.pim.default-required-acr`.'),
  requireAuthWithinSeconds: requireAuthWithinSeconds.default(null),
});

/** Merge patch of the rules. Only what may be absent can be null. */
const rulesPatch = z
  .strictObject({
    maxDurationSeconds: maxDurationSeconds.describe(
      'Must not exceed `platform.pim.max-activation-duration`.',
    ),
    defaultDurationSeconds: maxDurationSeconds.describe('Must not exceed `maxDurationSeconds`.'),
    ...required,
    approvers: approvers.describe(`Replaces the complete list. ${describedApprovers}`),
    ticketPattern: ticketPattern.describe(describedPattern),
    requireAcr: acr.nullable(),
    requireAuthWithinSeconds,
  })
  .partial();

/** The rules of an eligibility, including all defaults. */
export const PimRules = z
  .object({
    maxDurationSeconds: z.int(),
    defaultDurationSeconds: z.int(),
    requireApproval: z.boolean(),
    requiredApprovals: z.int(),
    approvers: z.array(z.object({ type: z.enum(['user', 'group', 'role']), id: z.string() })),
    approvalTimeoutSeconds: z.int(),
    requireJustification: z.boolean(),
    requireTicket: z.boolean(),
    ticketPattern: z.string().nullable(),
    requireAcr: z.string().nullable(),
    requireAuthWithinSeconds: z.int().nullable(),
  })
  .meta({ id: 'PimRules' });

/** Body of POST: who may request which elevation. */
export const CreateEligibleAssignmentRequest = z
  .strictObject({
    principal: PimPrincipal,
    role: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('The key of a role. Exactly one of `role` and `scopes` is required.'),
    scopes: scopes.optional(),
    organizationId: idSchema('organization')
      .nullable()
      .optional()
      .describe('If set, the assignment applies only to tokens for this organization.'),
    justification: justification.nullable().optional(),
    startsAt: timeInput.nullable().optional().describe('Default: now.'),
    expiresAt: timeInput.nullable().optional().describe('Default: never.'),
    rules: rulesInput.optional(),
  })
  .refine((body) => (body.role === undefined) !== (body.scopes === undefined), {
    error: 'must have exactly one of role and scopes',
    path: ['scopes'],
  })
  .meta({
    id: 'CreateEligibleAssignmentRequest',
    oneOf: [{ required: ['role'] }, { required: ['scopes'] }],
  });

/** Body of PATCH (RFC 7396). Principal, role, scopes and organization cannot be changed. */
export const UpdateEligibleAssignmentRequest = z
  .strictObject({
    justification: justification.nullable().optional(),
    startsAt: timeInput
      .optional()
      .describe('Can be changed until it has passed: otherwise, 422 `immutable`.'),
    expiresAt: timeInput.nullable().optional().describe('Must be in the future. Null: never.'),
    rules: rulesPatch.optional(),
  })
  .meta({ id: 'UpdateEligibleAssignmentRequest' });

/** Who may request which elevation. */
export const EligibleAssignment = z
  .object({
    id: idSchema('eligibleAssignment'),
    principal: z.object({ type: z.enum(['user', 'group']), id: z.string() }),
    role: z.string().nullable(),
    scopes: z.array(z.string()).nullable().describe('Null if `role` is set.'),
    organizationId: z.string().nullable(),
    justification: z.string().nullable(),
    startsAt: time,
    expiresAt: time.nullable(),
    rules: PimRules,
    status: z.enum(['scheduled', 'active', 'expired']),
    createdBy: ActorSchema,
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'EligibleAssignment' });

/** The caller's own eligibility, with its open activation. */
export const OwnEligibility = EligibleAssignment.extend({
  openActivationId: idSchema('activation').nullable(),
}).meta({ id: 'OwnEligibility' });

/** Body of POST: a request for elevation. */
export const ActivationRequest = z
  .strictObject({
    eligibleAssignmentId: z.string().min(1).max(64),
    durationSeconds: seconds(300, 31_536_000)
      .optional()
      .describe(
        'Must not exceed the maximum of the activation rules. Defaults to their default duration.',
      ),
    startsAt: timeInput
      .nullable()
      .optional()
      .describe('Must be at most 30 days in the future. Defaults to the time of approval.'),
    justification: justification.nullable().optional(),
    ticket: z
      .strictObject({ system: text({ max: 64 }), number: text({ max: 64 }) })
      .nullable()
      .optional(),
    scopes: scopes.optional().describe('A subset of the scopes of the eligible assignment.'),
  })
  .meta({ id: 'ActivationRequest' });

/** Body of POST on approve and revoke. */
export const ActivationDecision = z
  .strictObject({
    comment: text({ max: 1000 })
      .nullable()
      .optional()
      .describe('Visible to the requester and to everyone who can see the activation.'),
  })
  .meta({ id: 'ActivationDecision' });

/** States of an activation. */
export const activationStates = [
  'requested',
  'scheduled',
  'active',
  'denied',
  'cancelled',
  'timed_out',
  'revoked',
  'expired',
] as const;

/** An activation in events. */
export const ActivationFact = z.object({
  id: idSchema('activation'),
  eligibleAssignmentId: idSchema('eligibleAssignment'),
  principal: z.object({ type: z.literal('user'), id: z.string() }),
  role: z.string().nullable(),
  scopes: z.array(z.string()).describe('The scopes as resolved at the time of activation.'),
  organizationId: z.string().nullable(),
  state: z.enum(activationStates),
  justification: z.string().nullable(),
  ticket: z.object({ system: z.string(), number: z.string() }).nullable(),
  durationSeconds: z.int(),
  requestedAt: time,
  decisionDeadline: time.nullable(),
  approvals: z.array(
    z.object({
      approver: z.object({ type: z.literal('user'), id: z.string() }),
      at: time,
      comment: z.string().nullable(),
    }),
  ),
  requiredApprovals: z.int(),
  startsAt: time.nullable(),
  endsAt: time.nullable(),
  endedAt: time.nullable(),
  endReason: z.string().nullable(),
  endComment: z
    .string()
    .nullable()
    .describe('The comment of the person who denied, cancelled or ended the activation.'),
  requestContext: z.object({
    ip: z.string(),
    userAgent: z.string().nullable(),
    acr: z.string().nullable(),
    amr: z.array(z.string()),
    authTime: time.nullable(),
  }),
  createdAt: time,
  updatedAt: time,
});

/** An activation, as visible to the caller. */
export const Activation = ActivationFact.extend({
  view: z.enum(['requester', 'approver', 'admin']),
  canApprove: z.boolean(),
}).meta({ id: 'Activation' });

/** The scopes that the caller's elevations currently grant. */
export const ActiveScopes = z
  .object({
    principal: z.object({ type: z.enum(['user', 'client']), id: z.string() }),
    scopes: z.array(
      z.object({
        scope: z.string(),
        activationId: idSchema('activation'),
        role: z.string().nullable(),
        expiresAt: time,
      }),
    ),
    asOf: time,
    nextChangeAt: time.nullable(),
  })
  .meta({ id: 'ActiveScopes' });

export type ActivationState = (typeof activationStates)[number];
export type ActivationResource = z.infer<typeof Activation>;
export type ActivationFactResource = z.infer<typeof ActivationFact>;
export type ActivationDecisionBody = z.infer<typeof ActivationDecision>;
export type ActivationWish = z.infer<typeof ActivationRequest>;
export type EligibilityResource = z.infer<typeof EligibleAssignment>;
export type EligibilityCreation = z.infer<typeof CreateEligibleAssignmentRequest>;
export type EligibilityUpdate = z.infer<typeof UpdateEligibleAssignmentRequest>;
export type PimRuleSet = z.infer<typeof PimRules>;
