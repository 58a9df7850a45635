import { webClientId } from '@platform/contracts';
import type { LoginFlow, LoginFlowInput } from '@platform/contracts';
import { describe, expect, test } from 'vitest';
import { effectiveFlow } from './effective-flow.ts';
import { askOf } from './login-ask.ts';
import { InvalidAnswerError, stepUpId } from './login-state.ts';
import type { LoginAnswer, LoginFacts, LoginState } from './login-state.ts';
import { begin, next, resultOf } from './login.ts';
import { provenFactor } from './proven-factor.ts';
import { builtInFlow } from './templates.ts';
import { flowOf } from './test-flows.ts';

const now = Date.UTC(2026, 10, 20, 12);
const known: LoginFacts = { now, values: {} };
type Steps = LoginFlowInput['steps'];

/** Applies the answers in order. Returns the next prompt and the state. */
function run(
  definition: LoginFlow,
  answers: readonly LoginAnswer[],
  facts: LoginFacts = known,
): { state: LoginState; steps: string[] } {
  const flow = effectiveFlow(definition);
  let moved = begin(flow, facts);
  const steps = moved.path.map(({ step }) => step);
  for (const answer of answers) {
    moved = next(flow, moved.state, answer, facts);
    steps.push(...moved.path.map(({ step }) => step));
  }
  return { state: moved.state, steps };
}
const asked = (definition: LoginFlow, state: LoginState, facts: LoginFacts = known) =>
  askOf(effectiveFlow(definition), state, facts);
const proof = (definition: LoginFlow, state: LoginState, facts: LoginFacts = known) =>
  resultOf(effectiveFlow(definition), state, facts).assurance;

const done = { id: 'done', type: 'complete' } as const;
const who = (on: Record<string, string> = { found: 'password' }, config: object = {}): Steps[0] =>
  ({ id: 'who', type: 'identify', config: { identifiers: ['email'], ...config }, on }) as never;
const factor = (id: string, config: object, on: Record<string, string> = { success: 'done' }) =>
  ({ id, type: 'authenticate', config: { role: 'first', ...config }, on }) as never;
const password = factor('password', { methods: ['password'], maxAttempts: 2 });
const found = { outcome: 'found' };
const withPassword = { outcome: 'success', method: 'password' } as const;
const simple = flowOf([who(), password, done]);

describe('a login', () => {
  test('asks step by step and completes', () => {
    const first = run(simple, []);
    expect(asked(simple, first.state)).toMatchObject({
      step: 'who',
      outcomes: ['found', 'not_found'],
    });
    const second = run(simple, [found]);
    expect(asked(simple, second.state)).toMatchObject({
      step: 'password',
      attemptsLeft: 2,
      offered: [{ method: 'password', available: true, reason: null }],
    });
    const { state, steps } = run(simple, [found, withPassword]);
    expect(state).toMatchObject({ status: 'completed', sequence: 2, visits: { who: 1 } });
    expect(steps).toEqual(['who', 'password', 'done']);
    expect(proof(simple, state)).toMatchObject({ level: 'aal1', acr: 'aal1', amr: ['pwd'] });
  });

  test('accepts a verified proof that was used up by it', () => {
    const flow = flowOf([who(), factor('password', { methods: ['recovery_code'] }), done]);
    const without = { now, values: { 'user.enrolledMethods': ['totp'] } };
    const answer = { outcome: 'success', method: 'recovery_code' } as const;
    expect(() => run(flow, [found, answer], without)).toThrow(InvalidAnswerError);
    const { state } = run(flow, [found, { ...answer, isVerified: true }], without);
    expect(state.status).toBe('completed');
  });

  test('denies after the last attempt', () => {
    const wrong = { outcome: 'attempt_failed' };
    const once = run(simple, [found, wrong]);
    expect(asked(simple, once.state)?.attemptsLeft).toBe(1);
    expect(run(simple, [found, wrong, wrong]).state).toMatchObject({
      status: 'denied',
      denyReason: 'access_denied',
    });
  });

  test('lets no unknown user pass a challenge', () => {
    const { state } = run(simple, [{ outcome: 'not_found' }, withPassword]);
    expect(state).toMatchObject({ status: 'asking', step: 'password', concealed: true });
    expect(run(simple, [{ outcome: 'not_found' }, withPassword, withPassword]).state.status).toBe(
      'denied',
    );
  });

  test('leads to sign-up on request, and for an unknown identifier only if that is not concealed', () => {
    const flowWith = (concealUnknown: boolean) =>
      flowOf([
        {
          id: 'who',
          type: 'identify',
          config: { identifiers: ['email'], concealUnknown },
          on: { found: 'password', not_found: 'sign_up' },
        },
        factor('password', { methods: ['password'] }),
        {
          id: 'sign_up',
          type: 'register',
          config: { attributes: [{ name: 'email', required: true }] },
          on: {},
        },
        done,
      ]);
    const stepAfter = (concealUnknown: boolean, answer: LoginAnswer) =>
      run(flowWith(concealUnknown), [answer]).state.step;
    expect(stepAfter(true, { outcome: 'not_found' })).toBe('password');
    expect(stepAfter(true, { outcome: 'not_found', signsUp: true })).toBe('sign_up');
    expect(stepAfter(false, { outcome: 'not_found' })).toBe('sign_up');
  });

  test.each<[string, LoginAnswer[], InvalidAnswerError['member']]>([
    ['an outcome of another step', [{ outcome: 'accepted' }], 'outcome'],
    ['a success without a method', [found, { outcome: 'success' }], 'method'],
    ['a method that is not asked for', [found, { outcome: 'success', method: 'totp' }], 'method'],
    ['an answer after the end', [found, withPassword, found], 'outcome'],
  ])('refuses %s', (_name, answers, member) => {
    expect(() => run(simple, answers)).toThrow(InvalidAnswerError);
    expect(() => run(simple, answers)).toThrow(expect.objectContaining({ member }));
  });

  test('stops when it reaches a step too often', () => {
    const looping = flowOf(
      [
        who(),
        factor(
          'password',
          { methods: ['password'], maxAttempts: 1 },
          { success: 'done', failure: 'who' },
        ),
        done,
      ],
      { maxStepVisits: 5 },
    );
    const turn = [found, { outcome: 'attempt_failed' }];
    expect(run(looping, [...turn, ...turn, ...turn, ...turn, ...turn]).state.status).toBe(
      'stopped',
    );
  });

  test('requires a proven factor before a method can be set up', () => {
    const flow = flowOf([
      who({ found: 'set_up' }),
      { id: 'set_up', type: 'enroll', config: { methods: ['password'] }, on: { success: 'done' } },
      done,
    ]);
    expect(run(flow, [found]).state).toMatchObject({
      status: 'denied',
      denyReason: 'login_required',
    });
  });

  test('discards proven factors when another user is identified', () => {
    const flow = flowOf([
      factor('key', { methods: ['passkey'] }, { success: 'who' }),
      who({ found: 'done' }),
      done,
    ]);
    expect(run(flow, [{ outcome: 'success', method: 'passkey' }, found]).state).toMatchObject({
      status: 'denied',
      denyReason: 'login_required',
    });
  });

  test('prompts for nothing if interaction is not allowed', () => {
    const facts = { ...known, values: { 'request.prompt': ['none'] } };
    expect(run(simple, [], facts).state).toMatchObject({
      status: 'denied',
      denyReason: 'login_required',
    });
  });
});

describe('second factors', () => {
  const second = { role: 'second', methods: ['totp', 'email_code', 'recovery_code', 'password'] };
  const flow = flowOf([
    who(),
    factor('password', { methods: ['password'] }, { success: 'second' }),
    factor('second', second, { success: 'done', not_enrolled: 'done' }),
    done,
  ]);
  const enrolled = (...methods: string[]): LoginFacts => ({
    now,
    values: { 'user.enrolledMethods': ['password', ...methods] },
  });

  test('are those that the user has, but never e-mail or the first factor again', () => {
    const facts = enrolled('totp');
    const { state } = run(flow, [found, withPassword], facts);
    expect(
      asked(flow, state, facts)?.offered.map(({ method, reason }) => [method, reason]),
    ).toEqual([
      ['totp', null],
      ['email_code', 'not_a_second_factor'],
      ['recovery_code', 'not_enrolled'],
      ['password', 'already_used'],
    ]);
    const after = run(flow, [found, withPassword, { outcome: 'success', method: 'totp' }], facts);
    expect(proof(flow, after.state, facts)).toMatchObject({
      level: 'aal2',
      amr: ['pwd', 'otp', 'mfa'],
    });
  });

  test('are skipped by users who have none', () => {
    const { state, steps } = run(flow, [found, withPassword], enrolled());
    expect(state.status).toBe('completed');
    expect(steps).toEqual(['who', 'password', 'second', 'done']);
  });
});

describe('sessions', () => {
  const session = (method: 'password' | 'totp', ageSeconds: number) =>
    provenFactor(method, now - ageSeconds * 1_000, { fromSession: true });
  const at = (ageSeconds: number, values: LoginFacts['values'] = {}): LoginFacts => ({
    now,
    values,
    session: [session('password', ageSeconds)],
  });

  test('skip steps that they already satisfy', () => {
    const { state } = run(simple, [], at(60));
    expect(state).toMatchObject({ status: 'completed', factors: [{ fromSession: true }] });
  });

  test.each<[string, LoginFacts]>([
    ['is older than the flow allows', at(86_400)],
    ['is older than the request allows', at(60, { 'request.maxAge': 60 })],
    ['must not be used', at(0, { 'request.prompt': ['login'] })],
  ])('ask again if one %s', (_name, facts) => {
    expect(run(simple, [], facts).state).toMatchObject({ status: 'asking', step: 'who' });
  });

  test('do not skip a step that requires a fresh proof or another method', () => {
    for (const config of [{ methods: ['password'], reuseSession: false }, { methods: ['totp'] }])
      expect(
        run(flowOf([who(), factor('password', config), done]), [], at(60)).state,
      ).toMatchObject({ status: 'asking', step: 'password' });
  });

  describe('that a sign-up with a mailed code and a new password began', () => {
    const second = { role: 'second', methods: ['totp'] };
    const setUp = { id: 'set_up', type: 'enroll', config: { methods: ['totp'] } };
    const flow = flowOf([
      who(),
      factor('password', { methods: ['email_code', 'password'] }, { success: 'second' }),
      factor('second', second, { success: 'done', not_enrolled: 'set_up' }),
      { ...setUp, on: { success: 'done' } } as never,
      done,
    ]);
    const at = (method: 'email_code' | 'password') =>
      provenFactor(method, now - 1_000, { fromSession: true });
    const facts: LoginFacts = {
      now,
      values: { 'user.enrolledMethods': ['password'], 'request.acrValues': ['aal2'] },
      session: [at('email_code'), at('password')],
    };

    test('count with the factor that leads further', () => {
      const { state } = run(flow, [], facts);
      expect(state).toMatchObject({ step: 'set_up', factors: [{ method: 'password' }] });
    });

    test('reach aal2 with a second factor that is set up', () => {
      const { state } = run(flow, [{ outcome: 'success', method: 'totp' }], facts);
      expect(state.status).toBe('completed');
      expect(proof(flow, state, facts)).toMatchObject({
        acr: 'aal2',
        amr: ['pwd', 'otp', 'mfa'],
      });
    });
  });

  test('count with the factor of the highest level', () => {
    const flow = flowOf([who(), factor('password', { methods: ['password', 'passkey'] }), done]);
    const [weak, strong] = [session('password', 1), provenFactor('passkey', now - 60_000)];
    const { state } = run(flow, [], { now, values: {}, session: [weak, strong] });
    expect(proof(flow, state).level).toBe('aal2');
  });

  test('count as aal2 for only one day, however long they last', () => {
    const two = flowOf(
      [
        who(),
        factor('password', { methods: ['password'] }, { success: 'second' }),
        factor(
          'second',
          { role: 'second', methods: ['totp'] },
          { success: 'done', not_enrolled: 'done' },
        ),
        done,
      ],
      { sessionLifetimeSeconds: 2_000_000, minimumAssurance: 'aal2' },
    );
    const facts = (age: number): LoginFacts => ({
      now,
      values: {},
      session: [session('password', age), session('totp', age)],
    });
    expect(run(two, [], facts(86_399)).state.status).toBe('completed');
    const old = run(two, [], facts(86_400)).state;
    expect(old).toMatchObject({ status: 'asking', step: stepUpId });
    expect(asked(two, old, facts(86_400))?.offered).toContainEqual({
      method: 'totp',
      connector: null,
      available: true,
      reason: null,
    });
  });
});

describe('step-up', () => {
  const wants = (values: LoginFacts['values'], more: Partial<LoginFacts> = {}): LoginFacts => ({
    now,
    values,
    ...more,
  });

  test('asks for another factor if the request requires a higher level', () => {
    const facts = wants({ 'request.requestedAal': 'aal2' });
    const { state } = run(simple, [found, withPassword], facts);
    expect(asked(simple, state, facts)).toMatchObject({
      type: 'step_up',
      offered: [
        { method: 'passkey', available: true },
        { method: 'totp', available: true },
        { method: 'recovery_code', available: true },
      ],
    });
    const after = run(simple, [found, withPassword, { outcome: 'success', method: 'totp' }], facts);
    expect(after.state.status).toBe('completed');
  });

  test('offers only methods that help', () => {
    const facts = wants({ 'request.acrValues': ['phr'] });
    const { state } = run(simple, [found, withPassword], facts);
    expect(asked(simple, state, facts)?.offered.map(({ reason }) => reason)).toEqual([
      null,
      'insufficient_assurance',
      'insufficient_assurance',
    ]);
  });

  test('continues without optional assurance, and denies if essential assurance is missing', () => {
    const values = { 'request.acrValues': ['phr'], 'user.enrolledMethods': ['password'] };
    const { state } = run(simple, [found, withPassword], wants(values));
    expect(state.status).toBe('completed');
    expect(proof(simple, state, wants(values)).acr).toBe('aal1');
    expect(
      run(simple, [found, withPassword], wants(values, { acrEssential: true })).state,
    ).toMatchObject({
      status: 'denied',
      denyReason: 'unmet_authentication_requirements',
    });
  });

  test('gives up on a key without hardware attestation', () => {
    const facts = wants({ 'request.acrValues': ['phrh'] }, { acrEssential: true });
    const key = { outcome: 'success', method: 'passkey' } as const;
    const hard = { ...key, evidence: { hardwareProtected: true } };
    expect(run(simple, [found, withPassword, key, hard], facts).state.status).toBe('completed');
    const denied = run(simple, [found, withPassword, key, key, key, key, key, key], facts).state;
    expect(denied).toMatchObject({
      status: 'denied',
      denyReason: 'unmet_authentication_requirements',
    });
  });

  test('is not requested if it is turned off', () => {
    const off = flowOf([who(), password, done], { stepUp: 'off', minimumAssurance: 'aal2' });
    expect(run(off, [found, withPassword]).state.denyReason).toBe(
      'unmet_authentication_requirements',
    );
  });
});

describe('assurance', () => {
  const alone = (method: string, config: object = {}) =>
    flowOf([factor('only', { methods: [method], collectIdentifier: true, ...config }), done]);
  test.each<[string, LoginAnswer['evidence'], string, string[]]>([
    ['password', {}, 'aal1', ['pwd']],
    ['email_code', {}, 'aal1', ['otp']],
    ['passkey', {}, 'aal2', ['swk', 'pop', 'user', 'mfa']],
    ['passkey', { hardwareProtected: true }, 'aal3', ['hwk', 'pop', 'user', 'mfa']],
    ['security_key', { hardwareProtected: true }, 'aal1', ['hwk', 'pop']],
    ['federation', {}, 'aal1', []],
    ['federation', { upstreamLevel: 'aal2', upstreamAmr: ['otp'] }, 'aal2', ['otp']],
  ])('of %s with %j is %s', (method, evidence, level, amr) => {
    const flow = alone(method);
    const { state } = run(flow, [{ outcome: 'success', method: method as never, evidence }]);
    expect(proof(flow, state)).toMatchObject({ level, amr });
  });

  test('a passkey without user verification is not a first factor', () => {
    const flow = alone('passkey');
    const evidence = { userVerified: false };
    expect(run(flow, [{ outcome: 'success', method: 'passkey', evidence }]).state).toMatchObject({
      status: 'asking',
      failures: 1,
    });
  });

  test('the built-in flow asks for a second factor only if the user has one', () => {
    const facts = { now, values: { 'user.enrolledMethods': ['password'] } };
    expect(run(builtInFlow, [found, withPassword], facts).state.status).toBe('completed');
    const more = { now, values: { 'user.enrolledMethods': ['password', 'totp'] } };
    expect(run(builtInFlow, [found, withPassword], more).state.step).toBe('second_factor');
  });

  test.each([
    [
      'lets users without a second factor set one up for the console',
      webClientId,
      ['aal2'],
      'asking',
    ],
    ['does not keep them from their account', webClientId, [], 'completed'],
    ['does not require one for an application', 'ledger', ['aal2'], 'completed'],
  ])('the built-in flow %s', (_, clientId, acrValues, status) => {
    const values = {
      'user.enrolledMethods': ['password'],
      'client.id': clientId,
      'request.acrValues': acrValues,
    };
    expect(run(builtInFlow, [found, withPassword], { now, values }).state.status).toBe(status);
  });
});
