import { expect, it } from 'vitest';
import { bodyFaults } from './body-check.ts';
import { fieldOptions } from './field-option.ts';
import type { Field, OperationSpec } from './operation-spec.ts';

const body: readonly Field[] = [
  { name: 'email', kind: 'text', nullable: true },
  { name: 'username', kind: 'text' },
  { name: 'status', kind: 'text', values: ['active', 'suspended'] },
  { name: 'seats', kind: 'integer' },
  { name: 'name', kind: 'object' },
  { name: 'name.givenName', kind: 'text', required: true },
  { name: 'name.familyName', kind: 'text' },
  { name: 'roles', kind: 'text', list: true },
  { name: 'metadata', kind: 'json', map: true },
  { name: 'credential', kind: 'object' },
  { name: 'credential.password', kind: 'text', secret: true, required: true },
  { name: 'settings', kind: 'object', open: true },
  { name: 'settings.color', kind: 'text' },
];
const spec = {
  operationId: 'x',
  name: 'x.y',
  request: 'POST /x',
  summary: 'Creates',
  scopes: [],
  body,
  alternatives: [['email'], ['username', 'status']],
} satisfies OperationSpec;
const faultsOf = (given: object): string[] =>
  bodyFaults(spec, given as Record<string, unknown>, fieldOptions(body, new Set()));

it.each<[object, string[]]>([
  [{ email: 'a@b.c' }, []],
  [{ username: 'ada', status: 'active', metadata: { any: [1] }, settings: { other: 1 } }, []],
  [{ email: 'a', name: { givenName: 'Ada' }, roles: [] }, []],
  [{}, ['Set --email or --username and --status.']],
  [{ email: null }, ['Set --email or --username and --status.']],
  [{ username: null }, ['--username must not be null.']],
  [{ emial: 'a' }, ['The body has no member emial. Did you mean email?']],
  [{ email: 5 }, ['--email must be text.']],
  [
    { email: 'a', status: 'suspend' },
    ['--status must be active or suspended. Did you mean suspended?'],
  ],
  [{ email: 'a', seats: 1.5 }, ['--seats must be a whole number.']],
  [{ email: 'a', roles: 'admin' }, ['--roles must be a list.']],
  [{ email: 'a', roles: ['admin', 5] }, ['--roles must be text.']],
  [{ email: 'a', metadata: [] }, ['--metadata must be an object.']],
  [{ email: 'a', name: 'Ada' }, ['--name must be an object.']],
  [{ email: 'a', name: { familyName: 'L' } }, ['--name.given-name is required.']],
  [
    { email: 'a', name: { givenName: 'A', familyNam: 'L' } },
    ['The body has no member name.familyNam. Did you mean name.familyName?'],
  ],
  [{ email: 'a', credential: {} }, ['--credential.password-file is required.']],
])('%j: %j', (given, faults) => {
  expect(faultsOf(given)).toEqual(faults);
});
