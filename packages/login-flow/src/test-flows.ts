import { LoginFlowDefinition, writableFlow } from '@platform/contracts';
import type { LoginFlow, LoginFlowInput, LoginMethod } from '@platform/contracts';
import fc from 'fast-check';

/** A flow of these steps that begins with the first. */
export const flowOf = (
  steps: LoginFlowInput['steps'],
  settings: LoginFlowInput['settings'] = {},
): LoginFlow =>
  writableFlow(
    LoginFlowDefinition.parse({
      schemaVersion: 1,
      name: 'Test',
      entrypoints: { default: steps[0]?.id ?? '' },
      steps,
      settings,
    }),
  );

const ids = ['s0', 's1', 's2', 's3', 's4'];
const target = fc.constantFrom(...ids, 'done', 'done', 'done', 'done', 'refused');
const maybe = fc.option(target, { nil: undefined, freq: 8 });
const methods = fc.uniqueArray(
  fc.constantFrom<LoginMethod>(
    'password',
    'totp',
    'recovery_code',
    'email_code',
    'passkey',
    'security_key',
    'federation',
  ),
  { minLength: 1, maxLength: 3 },
);
const enrolled = fc.uniqueArray(fc.constantFrom('password', 'totp', 'passkey', 'recovery_code'), {
  minLength: 1,
  maxLength: 2,
});

const condition = fc.constantFrom(
  { fact: 'risk.level', op: 'eq', value: 'low' },
  { fact: 'current.aal', op: 'gte', value: 'aal2' },
  { not: { fact: 'device.known', op: 'eq', value: true } },
);

const stepWith = (id: string) =>
  fc.oneof(
    fc.record({
      id: fc.constant(id),
      type: fc.constant('identify'),
      config: fc.record({
        identifiers: fc.constant(['email']),
        homeRealmDiscovery: fc.boolean(),
        concealUnknown: fc.boolean(),
      }),
      on: fc.record({ found: maybe, not_found: maybe, federated: maybe }),
    }),
    fc.record({
      id: fc.constant(id),
      type: fc.constant('authenticate'),
      config: fc.record({
        role: fc.constantFrom('first', 'second', 'any'),
        methods,
        collectIdentifier: fc.constantFrom(true, true, false),
        maxAttempts: fc.constantFrom(1, 2),
        reuseSession: fc.boolean(),
      }),
      on: fc.record({ success: target, failure: maybe, not_enrolled: maybe }),
    }),
    fc.record({
      id: fc.constant(id),
      type: fc.constant('enroll'),
      config: fc.record({ methods: enrolled, skippable: fc.boolean() }),
      on: fc.record({ success: target, skipped: maybe, failure: maybe }),
    }),
    fc.record({
      id: fc.constant(id),
      type: fc.constant('register'),
      config: fc.record({
        attributes: fc.constant([{ name: 'email', required: true }]),
        initialMethods: fc.oneof(fc.constant([]), enrolled),
        requireVerifiedEmail: fc.boolean(),
      }),
      on: fc.record({ success: target, existing: maybe, failure: maybe }),
    }),
    fc.record({
      id: fc.constant(id),
      type: fc.constant('terms'),
      config: fc.constant({ docTypes: ['terms'] }),
      on: fc.record({ accepted: target, refused: maybe }),
    }),
    fc.record({
      id: fc.constant(id),
      type: fc.constant('condition'),
      config: fc.record({
        branches: fc.tuple(fc.record({ id: fc.constant('b'), when: condition, next: target })),
        otherwise: target,
      }),
    }),
  );

/** Any small flow, valid or not. */
export const anyFlow: fc.Arbitrary<LoginFlow> = fc
  .record({
    steps: fc.tuple(...ids.map(stepWith)),
    minimumAssurance: fc.constantFrom('aal1', 'aal2', 'aal3'),
    stepUp: fc.constantFrom('auto', 'off'),
    stepUpMethods: fc.uniqueArray(
      fc.constantFrom('passkey', 'totp', 'recovery_code', 'security_key', 'password'),
      { maxLength: 3 },
    ),
    signUpEnabled: fc.boolean(),
  })
  .map(({ steps, ...settings }) =>
    flowOf(
      [
        ...steps,
        { id: 'done', type: 'complete' },
        { id: 'refused', type: 'deny', config: {} },
      ] as LoginFlowInput['steps'],
      { ...settings, maxStepVisits: 5 } as LoginFlowInput['settings'],
    ),
  );

/** Numbers that choose among possible answers. */
export const anyChoices = fc.array(fc.nat(1_000), { minLength: 40, maxLength: 40 });

/** Facts of conditions, each known or not. */
export const anyValues = fc.record(
  {
    'risk.level': fc.constantFrom('low', 'high'),
    'device.known': fc.boolean(),
    'user.enrolledMethods': fc.uniqueArray(fc.constantFrom('password', 'totp', 'passkey')),
    'request.requestedAal': fc.constantFrom('aal1', 'aal2'),
  },
  { requiredKeys: [] },
);
