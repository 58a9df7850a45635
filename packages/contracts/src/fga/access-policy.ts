import { z } from 'zod';
import { text, time, timeInput, timeZone } from '../common/text.ts';
import { idSchema } from '../ids.ts';

const id = text({ max: 128 });
const ids = z.array(id).max(200);
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.array(z.enum(values)).min(1).max(values.length);
const level = ['low', 'medium', 'high'] as const;
const platforms = ['ios', 'android', 'windows', 'macos', 'linux', 'other'] as const;
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const country = z.string().regex(/^[A-Z]{2}$/, { error: 'must be an ISO 3166-1 alpha-2 code' });
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be HH:MM' });
const phase = z.enum(['authorize', 'token', 'refresh', 'device', 'client_credentials']);
const grantTypes = [
  'authorization_code',
  'refresh_token',
  'device_code',
  'client_credentials',
  'token_exchange',
  'ciba',
] as const;
const principalTypes = ['user', 'client'] as const;
const acr = z.enum(['aal1', 'aal2', 'aal3', 'phr', 'phrh']);

const subjectLists = {
  userIds: ids.optional(),
  groupIds: ids.optional(),
  roles: ids.optional(),
  organizationIds: ids.optional(),
};
const network = z.strictObject({
  cidrs: z.array(z.string().min(1).max(49)).max(200).optional(),
  countries: z.array(country).max(250).optional(),
});
const timeWindow = z
  .strictObject({
    days: oneOf(days),
    from: clock,
    to: clock.describe(
      'Must differ from `from`. If it is earlier than `from`, the range ends on the next day.',
    ),
  })
  .refine((w) => w.from !== w.to, { error: 'must differ from "from"', path: ['to'] });

/**
 * When a policy applies: every present member must match; any entry of include suffices; exclude
 * takes precedence.
 */
export const PolicyConditions = z
  .strictObject({
    principalTypes: oneOf(principalTypes).optional().describe('Default: user.'),
    subjects: z
      .strictObject({
        include: z.strictObject({ all: z.boolean().optional(), ...subjectLists }).optional(),
        exclude: z.strictObject(subjectLists).optional(),
      })
      .optional(),
    grantTypes: oneOf(grantTypes).optional(),
    scopes: z
      .array(text({ max: 128 }))
      .min(1)
      .max(100)
      .optional()
      .describe('Matches if any of these scopes is requested.'),
    resources: z
      .array(text({ max: 255 }))
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Matches if the token is for one of these APIs: identifiers of APIs of the tenant, or `product-api` for the management API. A sign-in can be for several.',
      ),
    detailTypes: z
      .array(text({ max: 128 }))
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Matches if the request has authorization details (RFC 9396) of one of these types.',
      ),
    networks: z
      .strictObject({ include: network.optional(), exclude: network.optional() })
      .optional(),
    device: z
      .strictObject({
        platforms: oneOf(platforms).optional(),
        managed: z.boolean().optional(),
        compliant: z.boolean().optional(),
        known: z.boolean().optional(),
      })
      .optional(),
    risk: z
      .strictObject({ signIn: oneOf(level).optional(), user: oneOf(level).optional() })
      .optional(),
    time: z
      .strictObject({ timezone: timeZone, windows: z.array(timeWindow).min(1).max(20) })
      .optional(),
    whenUnknown: z
      .enum(['match', 'no_match'])
      .optional()
      .describe('How to treat a condition whose signal is missing. Defaults to `match`.'),
  })
  .meta({ id: 'PolicyConditions' });

/** The controls of a policy that applies. */
export const PolicyControls = z
  .strictObject({
    block: z.literal(true).optional().describe('Cannot be combined with other controls.'),
    operator: z
      .enum(['all', 'any'])
      .optional()
      .describe(
        'Whether all grant controls must be satisfied or any one of them. Defaults to `all`.',
      ),
    assurance: z
      .strictObject({
        acr: acr.optional(),
        methods: z
          .array(text({ max: 32 }))
          .min(1)
          .max(20)
          .optional(),
        maxAgeSeconds: z.int().min(0).max(31_536_000).optional(),
      })
      .refine((a) => Object.keys(a).length > 0, {
        error: 'must have at least one of acr, methods and maxAgeSeconds',
      })
      .meta({ minProperties: 1 })
      .optional(),
    consent: z.strictObject({ docTypes: z.array(id).min(1).max(10) }).optional(),
    device: z
      .strictObject({
        managed: z.literal(true).optional(),
        compliant: z.literal(true).optional(),
        known: z.literal(true).optional(),
      })
      .refine((d) => Object.keys(d).length > 0, {
        error: 'must have at least one of managed, compliant and known',
      })
      .meta({ minProperties: 1 })
      .optional(),
    passwordChange: z.literal(true).optional(),
    session: z
      .strictObject({
        maxAccessTokenSeconds: z.int().min(60).max(86_400).optional(),
        maxSessionSeconds: z.int().min(300).max(31_536_000).optional(),
        refreshToken: z.enum(['allow', 'deny']).optional(),
        senderConstrained: z.enum(['none', 'dpop', 'mtls']).optional(),
      })
      .refine((s) => Object.keys(s).length > 0, { error: 'must have a session control' })
      .meta({ minProperties: 1 })
      .optional(),
    denyMessage: z
      .record(z.string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/), text({ max: 500 }))
      .refine((m) => Object.keys(m).length <= 50, { error: 'must have at most 50 locales' })
      .meta({ maxProperties: 50 })
      .optional(),
  })
  .superRefine((controls, context) => {
    const { block, operator, denyMessage: _message, ...others } = controls;
    const named = Object.keys(others).filter(
      (key) => others[key as keyof typeof others] !== undefined,
    );
    if (block === undefined && named.length === 0)
      context.addIssue({
        code: 'custom',
        message: 'must have block, at least one grant control or a session control',
      });
    if (block !== undefined)
      for (const key of [...named, ...(operator === undefined ? [] : ['operator'])])
        context.addIssue({ code: 'custom', path: [key], message: 'cannot be combined with block' });
  })
  .meta({
    id: 'PolicyControls',
    oneOf: [
      { required: ['block'], propertyNames: { enum: ['block', 'denyMessage'] } },
      {
        not: { required: ['block'] },
        anyOf: ['assurance', 'consent', 'device', 'passwordChange', 'session'].map((control) => ({
          required: [control],
        })),
      },
    ],
  });

const mode = z.enum(['enabled', 'report_only', 'disabled']);

/** Body of POST. */
export const CreatePolicyRequest = z
  .strictObject({
    name: text({ max: 128 }),
    description: text({ min: 0, max: 1024 }).nullable().optional(),
    mode: mode.default('report_only'),
    priority: z.int().min(1).max(1000).default(100),
    conditions: PolicyConditions,
    controls: PolicyControls,
  })
  .meta({ id: 'CreatePolicyRequest' });

/** Body of PATCH (RFC 7396); the resulting policy is validated like a new one. */
export const UpdatePolicyRequest = z
  .strictObject({
    name: text({ max: 128 }).optional(),
    description: text({ min: 0, max: 1024 }).nullable().optional(),
    mode: mode.optional(),
    priority: z.int().min(1).max(1000).nullable().optional(),
    conditions: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('JSON Merge Patch for PolicyConditions.'),
    controls: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('JSON Merge Patch for PolicyControls.'),
  })
  .meta({ id: 'UpdatePolicyRequest' });

/** A conditional access policy of one client. */
export const AccessPolicy = z
  .object({
    id: idSchema('accessPolicy'),
    clientId: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    mode,
    priority: z.int(),
    conditions: PolicyConditions,
    controls: PolicyControls,
    version: z.int(),
    createdAt: time,
    updatedAt: time,
    modeChangedAt: time,
  })
  .meta({ id: 'AccessPolicy' });

const signals = {
  organizationId: id.nullable().optional(),
  groupIds: ids.optional(),
  roles: ids.optional(),
  grantType: z.enum(grantTypes).optional(),
  scopes: z.array(z.string().min(1).max(128)).max(100).optional(),
  resources: z.array(z.string().min(1).max(255)).max(5).optional(),
  detailTypes: z.array(z.string().min(1).max(128)).max(20).optional(),
  ip: z.string().max(64).optional(),
  country: country.optional(),
  device: z
    .strictObject({
      platform: z.enum(platforms).optional(),
      managed: z.boolean().optional(),
      compliant: z.boolean().optional(),
      known: z.boolean().optional(),
    })
    .optional(),
  risk: z
    .strictObject({ signIn: z.enum(level).optional(), user: z.enum(level).optional() })
    .optional(),
};

/** Body of the simulation: an omitted member is an absent signal. */
export const SimulateAccessPolicyRequest = z
  .strictObject({
    principal: z.strictObject({ type: z.enum(principalTypes), id }).optional(),
    ...signals,
    authentication: z
      .strictObject({
        acr: z.string().max(64).optional(),
        amr: z.array(z.string().max(32)).max(20).optional(),
        authTime: timeInput.optional(),
      })
      .optional(),
    at: timeInput.optional().describe('Default: now.'),
    candidate: CreatePolicyRequest.optional().describe(
      'An unsaved policy to evaluate together with the others, according to its mode.',
    ),
    phase: phase.optional(),
  })
  .meta({ id: 'SimulateAccessPolicyRequest' });

const sessionOutcome = z.object({
  maxAccessTokenSeconds: z.int().nullable(),
  maxSessionSeconds: z.int().nullable(),
  refreshToken: z.enum(['allow', 'deny']),
  senderConstrained: z.enum(['none', 'dpop', 'mtls']),
});

/** The outcome of the policies in a simulation. */
export const AccessPolicySimulation = z
  .object({
    decision: z.enum(['allow', 'block', 'require']),
    requirements: z.array(
      z.object({
        policyId: z.string().nullable(),
        operator: z.enum(['all', 'any']),
        controls: z.array(z.string()),
      }),
    ),
    session: sessionOutcome,
    policies: z.array(
      z.object({
        id: z.string().nullable().describe('Null for the candidate policy.'),
        name: z.string(),
        mode,
        result: z.enum(['not_enabled', 'not_applied', 'satisfied', 'unsatisfied', 'blocked']),
        unmatched: z.array(z.string()),
        unknown: z.array(z.string()),
        unmet: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'AccessPolicySimulation' });

/**
 * Returns the key of a client in the bucket `access-policies`: `{tenantId}.{clientId}`, with each
 * byte of the client id that is not a letter, digit, `_` or `-` written as `=XX`, so that every
 * client id gives a valid key.
 */
export const accessPolicyKey = (tenantId: string, clientId: string): string =>
  `${tenantId}.${clientId.replace(/[^A-Za-z0-9_-]/g, (c) => `=${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}`;

/** The bucket's entry of a client: the number of its enabled policies. */
export interface AccessPolicyEntry {
  version: number;
  revision: number;
  enabled: number;
}

export type PolicyConditions = z.infer<typeof PolicyConditions>;
export type PolicyControls = z.infer<typeof PolicyControls>;
export type PolicyMode = z.infer<typeof mode>;
export type PolicyCreation = z.infer<typeof CreatePolicyRequest>;
export type PolicyUpdate = z.infer<typeof UpdatePolicyRequest>;
export type AccessPolicyResource = z.infer<typeof AccessPolicy>;
export type PolicySimulation = z.infer<typeof AccessPolicySimulation>;
export type PolicySimulationInput = z.infer<typeof SimulateAccessPolicyRequest>;
export type PolicySession = z.infer<typeof sessionOutcome>;
export type PolicyPhase = z.infer<typeof phase>;
