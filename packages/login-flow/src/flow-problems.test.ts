import type { LoginFlowInput } from '@platform/contracts';
import { describe, expect, test } from 'vitest';
import { assuranceTable } from './assurance-methods.ts';
import { hasErrors, problemsOf } from './flow-problems.ts';
import type { FlowReferences } from './reference-problems.ts';
import { loginFlowTemplates } from './templates.ts';
import { flowOf } from './test-flows.ts';

type Steps = LoginFlowInput['steps'];
const done = { id: 'done', type: 'complete' } as const;
const who = {
  id: 'who',
  type: 'identify',
  config: { identifiers: ['email'] },
  on: { found: 'password' },
} as const satisfies Steps[0];
const factor = (id: string, config: object, on: object = { success: 'done' }): Steps[0] =>
  ({ id, type: 'authenticate', config: { role: 'first', ...config }, on }) as never;
const password = factor('password', { methods: ['password'] });
const to = (id: string, next: string): Steps[0] =>
  ({
    id,
    type: 'condition',
    config: {
      branches: [{ id: 'b', when: { fact: 'client.id', op: 'eq', value: 'x' }, next }],
      otherwise: next,
    },
  }) as never;

const found = (steps: Steps, settings: object = {}, references: FlowReferences = {}) =>
  problemsOf(flowOf(steps, settings), references).map(
    ({ severity, code, pointer }) => `${severity} ${code} ${pointer}`,
  );

describe('problemsOf', () => {
  test('finds none in a sound flow', () => {
    expect(found([who, password, done])).toEqual([]);
  });

  test.each<[string, Steps, object, string]>([
    [
      'an outcome that leads nowhere',
      [{ ...who, config: { ...who.config, concealUnknown: false } }, password, done],
      {},
      'error outcome_unwired /steps/0/on/not_found',
    ],
    [
      'an entry point that never completes',
      [who, factor('password', { methods: ['password'] }, {}), done],
      {},
      'error no_completion /entrypoints/default',
    ],
    [
      'a step out of reach',
      [who, password, done, to('lost', 'done')],
      {},
      'warning step_unreachable /steps/3',
    ],
    [
      'a cycle that asks nothing',
      [who, password, done, to('a', 'c'), to('c', 'a')],
      {},
      'error cycle_without_interaction /steps/3',
    ],
    ['an unknown person', [password, done], {}, 'error identifier_missing /steps/0/config/methods'],
    [
      'no factor',
      [{ ...who, on: { found: 'done' } }, done],
      {},
      'error first_factor_missing /steps/1',
    ],
    [
      'a second factor of the same kind',
      [
        { ...who, on: { found: 'one' } },
        factor('one', { methods: ['totp'] }, { success: 'two' }),
        factor(
          'two',
          { role: 'second', methods: ['recovery_code'] },
          { success: 'done', not_enrolled: 'done' },
        ),
        done,
      ],
      {},
      'warning second_factor_same_kind /steps/2/config/methods',
    ],
    [
      'too little assurance without step-up',
      [who, password, done],
      { minimumAssurance: 'aal2', stepUp: 'off' },
      'error assurance_unmet /entrypoints/default',
    ],
    [
      'step-up that cannot lift',
      [who, password, done],
      {
        minimumAssurance: 'aal3',
        stepUpMethods: ['totp'],
        sessionLifetimeSeconds: 600,
        sessionIdleSeconds: 600,
      },
      'error assurance_unmet /entrypoints/default',
    ],
    [
      'a session too long for aal3',
      [who, password, done],
      { minimumAssurance: 'aal3' },
      'error session_too_long /settings/sessionLifetimeSeconds',
    ],
    [
      'a session longer than recommended',
      [who, password, done],
      { minimumAssurance: 'aal2', sessionLifetimeSeconds: 100_000 },
      'warning session_longer_than_recommended /settings/sessionLifetimeSeconds',
    ],
    [
      'no recovery',
      [{ ...who, on: { found: 'one' } }, factor('one', { methods: ['totp'] }), done],
      {},
      'warning no_recovery /steps/1/config/methods',
    ],
    [
      'aal2 without a passkey',
      [who, password, done],
      { minimumAssurance: 'aal2', stepUpMethods: ['totp'] },
      'warning phishing_resistant_option_missing /settings/minimumAssurance',
    ],
    [
      'a condition that is never true',
      [
        {
          id: 'late',
          type: 'condition',
          config: {
            branches: [
              { id: 'b', when: { fact: 'time.hourUtc', op: 'gt', value: 23 }, next: 'who' },
            ],
            otherwise: 'who',
          },
        },
        who,
        password,
        done,
      ],
      {},
      'warning condition_never_true /steps/0/config/branches/0/when',
    ],
  ])('finds %s', (_name, steps, settings, expected) => {
    expect(found(steps, settings)).toContain(expected);
  });

  const social = factor('password', { methods: ['social'], connectors: ['google'] });
  const hook = {
    id: 'ask',
    type: 'hook',
    config: { hookId: 'hok_1' },
    on: { allow: 'done' },
  } as const;
  const terms = {
    id: 'agree',
    type: 'terms' as const,
    config: { docTypes: ['tos'] },
    on: { accepted: 'done' },
  } satisfies Steps[0];
  const phone = {
    id: 'phone',
    type: 'verify_contact' as const,
    config: { channel: 'phone' as const },
    on: { success: 'done' },
  } satisfies Steps[0];
  test.each<[string, Steps, FlowReferences, string]>([
    [
      'a method that is not available',
      [who, factor('password', { methods: ['password', 'sms_code'] }), done],
      { unavailable: { sms_code: 'no gateway' } },
      'error method_unavailable /steps/1/config/methods/1',
    ],
    [
      'a phone number that nothing can verify',
      [who, password, phone, done],
      { unavailable: { sms_code: 'no gateway' } },
      'error method_unavailable /steps/2/config/channel',
    ],
    [
      'a connector that is missing',
      [social, done],
      { connectors: [] },
      'error connector_missing /steps/0/config/connectors/0',
    ],
    [
      'a connector that is disabled',
      [social, done],
      { connectors: [{ provider: 'google', enabled: false }] },
      'error connector_disabled /steps/0/config/connectors/0',
    ],
    [
      'no connector at all',
      [factor('password', { methods: ['social'] }), done],
      { connectors: [] },
      'error connector_missing /steps/0/config/methods',
    ],
    [
      'a missing hook',
      [hook, done],
      { hooks: new Map([['hok_1', 'missing']]) },
      'error hook_missing /steps/0/config/hookId',
    ],
    [
      'a hook that nobody could check',
      [hook, done],
      { hooks: new Map([['hok_1', 'unchecked']]) },
      'warning reference_unchecked /steps/0/config/hookId',
    ],
    [
      'a missing document',
      [terms, done],
      { docTypes: new Map([['tos', 'missing']]) },
      'error doc_type_missing /steps/0/config/docTypes/0',
    ],
    [
      'an entry point that a client is bound to',
      [who, password, done],
      { boundEntrypoints: ['partners'] },
      'error binding_entrypoint_missing /entrypoints',
    ],
  ])('finds %s', (_name, steps, references, expected) => {
    expect(found(steps, {}, references)).toContain(expected);
  });
});

describe('templates', () => {
  test('are ten, without errors', () => {
    expect(loginFlowTemplates).toHaveLength(10);
    for (const { id, definition } of loginFlowTemplates)
      expect([id, problemsOf(definition).filter(({ severity }) => severity === 'error')]).toEqual([
        id,
        [],
      ]);
    expect(hasErrors([])).toBe(false);
  });

  test.each<[string, string, string]>([
    ['password_only', 'aal1', 'aal1'],
    ['password_optional_mfa', 'aal1', 'aal3'],
    ['password_required_mfa', 'aal2', 'aal3'],
    ['passwordless_email', 'aal1', 'aal1'],
    ['passkey_required', 'aal2', 'aal3'],
    ['identifier_first_sso', 'aal1', 'aal3'],
    ['hardware_key_aal3', 'aal3', 'aal3'],
  ])('%s proves %s to %s', (id, min, max) => {
    const { assurance } = loginFlowTemplates.find((one) => one.id === id)!;
    expect(assurance['default']).toMatchObject({ min, max });
  });
});

describe('assuranceTable', () => {
  const { methods, levels } = assuranceTable({ sms_code: 'no gateway' });
  test.each<[string, string, string | null, boolean]>([
    ['password', 'aal1', null, false],
    ['totp', 'aal1', 'aal2', false],
    ['email_code', 'aal1', 'aal1', false],
    ['passkey', 'aal2', 'aal2', true],
    ['security_key', 'aal1', 'aal2', true],
    ['social', 'aal1', null, false],
  ])('%s: %s alone, %s with a password', (method, alone, withPassword, phishingResistant) => {
    expect(methods.find((one) => one.method === method)).toMatchObject({
      alone,
      withPassword,
      phishingResistant,
      available: true,
    });
  });

  test('lists unavailable methods, and those that reach a level', () => {
    expect(methods.find(({ method }) => method === 'sms_code')).toMatchObject({
      available: false,
      unavailableReason: 'no gateway',
      restricted: true,
    });
    expect(levels[2]?.combinations).toEqual([['passkey'], ['password', 'security_key']]);
    expect(levels[1]?.combinations).toContainEqual(['password', 'totp']);
  });
});
