import { describe, expect, test } from 'vitest';
import { errorsByField, formView } from './form-view.ts';

const fields = [
  { name: 'email', label: 'Email', type: 'email', hint: 'At work' },
  { name: 'password', label: 'Password', type: 'password' },
  { name: 'code', label: 'Code', codeLength: 6 },
] as const;
const focused = (state = {}): string[] =>
  Object.values(formView(fields, state))
    .filter(({ autofocus }) => autofocus)
    .map(({ name }) => name);

describe('formView', () => {
  test('shows submitted values, except passwords and codes', () => {
    const values = { email: 'ada@example.com', password: 'secret', code: '123456' };
    const { email, password, code } = formView(fields, { values });
    expect([email.value, password.value, code.value]).toEqual(['ada@example.com', '', '']);
  });

  test('ties error and hint to the field', () => {
    const { email, password } = formView(fields, { errors: { email: 'Enter an address.' } });
    expect(email).toMatchObject({
      id: 'field-email',
      error: 'Enter an address.',
      describedBy: 'field-email-error field-email-hint',
    });
    expect(password.describedBy).toBeUndefined();
  });

  test('starts at the first empty field, after an error at the first wrong one', () => {
    expect(focused()).toEqual(['email']);
    expect(focused({ values: { email: 'a' } })).toEqual(['password']);
    expect(focused({ errors: { code: 'x', password: 'y' } })).toEqual(['password']);
  });

  test('uses the attributes that phones recognize for codes', () => {
    expect(formView(fields).code).toMatchObject({
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      plain: true,
    });
  });
});

test('errors of a body are those of its fields, the first of each', () => {
  const errors = [
    { pointer: '/email', detail: 'a' },
    { pointer: '/email/domain', detail: 'b' },
    { pointer: '', detail: 'c' },
    { detail: 'd' },
  ];
  expect(errorsByField(errors, ({ detail }) => detail)).toEqual({ email: 'a' });
});
