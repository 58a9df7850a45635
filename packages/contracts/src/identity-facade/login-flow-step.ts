import { z } from 'zod';
import { text } from '../common/text.ts';
import { LoginFlowAttributeName } from './login-flow-attribute.ts';
import { LoginFlowCondition } from './login-flow-condition.ts';
import { ConnectorName, LoginMethod } from './login-flow-method.ts';
import { denyReasons, enrollableMethods, stepOutcomes } from './login-flow-names.ts';

/** The id of a step within its flow. */
export const StepId = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,40}$/, { error: 'must be a valid step id' });

const unique = <T>(values: readonly T[]): boolean => new Set(values).size === values.length;
const listOfUnique = <T extends z.ZodType>(item: T, { min, max }: { min: number; max: number }) =>
  z.array(item).min(min).max(max).refine(unique, { error: 'must not repeat an entry' });

const methods = listOfUnique(LoginMethod, { min: 1, max: 10 });
const attributes = listOfUnique(
  z.strictObject({ name: LoginFlowAttributeName, required: z.boolean().default(false) }),
  { min: 1, max: 30 },
);

/** Builds the schema of a step; `type`, `config` and the names of the outcomes differ. */
const step = <T extends string, C extends z.ZodType>(type: T, config: C, outcomes: string[]) =>
  z.strictObject({
    id: StepId,
    type: z.literal(type),
    title: text({ max: 100 }).optional(),
    config,
    on: z
      .strictObject(Object.fromEntries(outcomes.map((outcome) => [outcome, StepId.optional()])))
      .default({})
      .describe('The step that follows each outcome.') as unknown as z.ZodDefault<
      z.ZodType<Record<string, string>>
    >,
  });

const identify = z.strictObject({
  identifiers: listOfUnique(z.enum(['email', 'username', 'phone']), { min: 1, max: 3 }),
  homeRealmDiscovery: z.boolean().default(false),
  concealUnknown: z
    .boolean()
    .default(true)
    .describe(
      'Whether an unknown user proceeds to a challenge that cannot be completed, so that the response does not reveal whether an account exists.',
    ),
});
const authenticate = z.strictObject({
  role: z.enum(['first', 'second', 'any']),
  methods,
  connectors: listOfUnique(ConnectorName, { min: 0, max: 20 })
    .default([])
    .describe('Connectors to offer for `social`. If empty, all enabled connectors are offered.'),
  collectIdentifier: z.boolean().default(false),
  maxAttempts: z.int().min(1).max(10).default(5),
  reuseSession: z.boolean().default(true),
});
const enroll = z.strictObject({
  methods: listOfUnique(z.enum(enrollableMethods), { min: 1, max: 10 }),
  skippable: z.boolean().default(false),
  graceDays: z
    .int()
    .min(0)
    .max(90)
    .default(0)
    .describe(
      'Age of the account, in days, up to which the step can be skipped. If 0, it can always be skipped.',
    ),
});
const register = z.strictObject({
  attributes,
  initialMethods: listOfUnique(z.enum(enrollableMethods), { min: 0, max: 10 }).default([]),
  requireVerifiedEmail: z.boolean().default(true),
});
const hook = z.strictObject({
  hookId: z.string().min(1).max(64),
  timeoutMilliseconds: z.int().min(100).max(5_000).default(3_000),
  onError: z.enum(['deny', 'continue']).default('deny'),
});
const branch = z.strictObject({ id: StepId, when: LoginFlowCondition, next: StepId });
const condition = z.strictObject({
  branches: z.array(branch).min(1).max(10),
  otherwise: StepId,
});

/** One step of a login flow. */
export const LoginFlowStep = z
  .discriminatedUnion('type', [
    step('identify', identify, [...stepOutcomes.identify]),
    step('authenticate', authenticate, [...stepOutcomes.authenticate]),
    step('enroll', enroll, [...stepOutcomes.enroll]),
    step('register', register, [...stepOutcomes.register]),
    step('profile', z.strictObject({ attributes, skippable: z.boolean().default(false) }), [
      ...stepOutcomes.profile,
    ]),
    step('verify_contact', z.strictObject({ channel: z.enum(['email', 'phone']) }), [
      ...stepOutcomes.verify_contact,
    ]),
    step(
      'terms',
      z.strictObject({ docTypes: listOfUnique(text({ max: 128 }), { min: 1, max: 10 }) }),
      [...stepOutcomes.terms],
    ),
    step('hook', hook, [...stepOutcomes.hook]),
    step('condition', condition, []),
    step('complete', z.strictObject({}).default({}), []),
    step(
      'deny',
      z.strictObject({
        reason: z.enum(denyReasons).default('access_denied'),
        textKey: z.string().max(100).optional(),
      }),
      [],
    ),
  ])
  .meta({ id: 'LoginFlowStep' });

export type LoginFlowStep = z.infer<typeof LoginFlowStep>;
export type LoginFlowStepType = LoginFlowStep['type'];
export type LoginDenyReason = (typeof denyReasons)[number];
