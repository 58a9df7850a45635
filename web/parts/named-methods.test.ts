import { expect, it } from 'vitest';
import { namedMethods } from './named-methods.ts';

it.each([
  ['a password and an app', ['pwd', 'otp', 'mfa'], ['pwd', 'otp']],
  ['a passkey', ['swk', 'pop', 'user', 'mfa'], ['swk']],
  ['a passkey on hardware', ['hwk', 'pop', 'user', 'mfa'], ['swk']],
  ['a password and a security key', ['pwd', 'swk', 'pop', 'mfa'], ['pwd', 'hwk']],
  ['a code by SMS', ['pwd', 'sms', 'otp', 'mfa'], ['pwd', 'sms']],
  ['a provider that only states several factors', ['mfa'], ['mfa']],
  ['a provider with a value of its own', ['pwd', 'duo'], ['pwd', 'duo']],
  ['nothing', [], []],
])('the methods of %s are named', (_what, amr, named) => {
  expect(namedMethods(amr)).toEqual(named);
});
