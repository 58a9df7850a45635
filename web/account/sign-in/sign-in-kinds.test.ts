import { expect, test } from 'vitest';
import type { SignInMethod } from '@platform/sdk';
import { adviceFor } from './sign-in-kinds.ts';

const methods = (...types: SignInMethod['type'][]) =>
  types.map((type) => ({ type, remaining: type === 'recovery_codes' ? 2 : null }) as SignInMethod);

test('the advice names what protects most, and nothing if nothing is missing', () => {
  expect(adviceFor(methods('password'))).toBe('addSecondFactor');
  expect(adviceFor(methods('social'))).toBe('addPasskey');
  expect(adviceFor(methods('password', 'totp'))).toBe('addPasskey');
  expect(adviceFor(methods('passkey', 'recovery_codes'))).toBe('fewCodes');
  expect(adviceFor(methods('passkey', 'password'))).toBeUndefined();
});
