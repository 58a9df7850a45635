import { expect, test } from 'vitest';
import { formFaults } from './form-check.ts';
import type { FormDescriptor } from './form-descriptor.ts';

const form: FormDescriptor = {
  operationId: 'x',
  fields: [
    { name: 'email', kind: 'text', format: 'email', maxLength: 12, nullable: true },
    { name: 'username', kind: 'text', minLength: 2, pattern: '^[a-z]+$' },
    { name: 'ttl', kind: 'integer', minimum: 60, maximum: 3600 },
    { name: 'tags', kind: 'text', list: true, maxItems: 2, maxLength: 3 },
    { name: 'name.givenName', kind: 'text', required: true },
    { name: 'name.familyName', kind: 'text' },
    { name: 'status', kind: 'text', values: ['on', 'off'] },
  ],
  oneOf: [['email'], ['username']],
};
const names = form.fields.map(({ name }) => name);

test.each([
  [{ email: 'ada' }, { email: { code: 'invalid_format' } }],
  [{ email: 'ada@exämple.com' }, { email: { code: 'too_long', limit: 12 } }],
  // Two characters, although four UTF-16 units.
  [{ email: '🦊@🦊.example' }, {}],
  [{ username: 'a' }, { username: { code: 'too_short', limit: 2 } }],
  [{ username: 'Ada' }, { username: { code: 'invalid_format' } }],
  [{ username: 'ada', ttl: 1.5 }, { ttl: { code: 'invalid_format' } }],
  [{ username: 'ada', ttl: 59 }, { ttl: { code: 'too_small', limit: 60 } }],
  [{ username: 'ada', ttl: 3601 }, { ttl: { code: 'too_large', limit: 3600 } }],
  [{ username: 'ada', tags: ['a', 'b', 'c'] }, { tags: { code: 'too_many', limit: 2 } }],
  [{ username: 'ada', tags: ['abcd'] }, { tags: { code: 'too_long', limit: 3 } }],
  [{ username: 'ada', status: 'maybe' }, { status: { code: 'invalid_format' } }],
  [{ username: 'ada', 'name.familyName': 'L' }, { 'name.givenName': { code: 'required' } }],
  [{ username: 'ada' }, {}],
  [{}, { email: { code: 'required' } }],
])('of %j, it reports %j', (values, faults) => {
  expect(formFaults(form, values, names)).toEqual(faults);
});

test('fields that a form does not show are not checked', () => {
  expect(formFaults(form, { username: 'ada', ttl: 1 }, ['username'])).toEqual({});
});
