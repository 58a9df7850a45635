import { describe, expect, test } from 'vitest';
import { attributeSchema } from '../../attribute-schema/schema.ts';
import { mappedUpdate, mappedValues } from './attribute-mapping.ts';

const schema = attributeSchema({ version: 0, unmanaged: 'allow' } as never, []);
const mapped = (resource: Record<string, unknown>, rules: object[] = []) => {
  const { values, problems } = mappedValues(resource, rules as never, schema);
  return { values: Object.fromEntries(values), problems: problems.map(({ pointer }) => pointer) };
};

describe('mappedValues', () => {
  test.each([
    [
      'the primary address',
      { emails: [{ value: 'a@x.com' }, { value: 'b@x.com', primary: true }] },
      { email: 'b@x.com' },
    ],
    [
      'the address at work',
      { emails: [{ value: 'a@x.com' }, { value: 'b@x.com', type: 'work' }] },
      { email: 'b@x.com' },
    ],
    [
      'the first address',
      { emails: [{ value: 'a@x.com' }, { value: 'b@x.com' }] },
      { email: 'a@x.com' },
    ],
    [
      'a user name that is the address',
      { userName: 'a@x.com' },
      { email: 'a@x.com', username: 'a@x.com' },
    ],
    ['a user name of its own', { userName: 'ada' }, { username: 'ada' }],
    [
      'names',
      { name: { givenName: 'A', familyName: 'L' }, nickName: 'x' },
      { 'name.givenName': 'A', 'name.familyName': 'L', nickname: 'x' },
    ],
    [
      'language and time zone',
      { preferredLanguage: 'de-DE', timezone: 'Europe/Berlin' },
      { locale: 'de-DE', timeZone: 'Europe/Berlin' },
    ],
  ])('takes %s', (_what, resource, values) =>
    expect(mapped(resource)).toEqual({ values, problems: [] }),
  );

  test.each([
    ['/email', { emails: [{ value: 'no address' }] }],
    ['/username', { userName: 'b@x.com', emails: [{ value: 'a@x.com' }] }],
    ['/phoneNumber', { phoneNumbers: [{ value: '(555) 0100' }] }],
    ['/timeZone', { timezone: 'Mars/Olympus' }],
    ['/profileUrl', { profileUrl: 'ftp://x' }],
  ])('omits and reports %s', (pointer, resource) =>
    expect(mapped(resource).problems).toEqual([pointer]),
  );

  test('finds attributes of the core schema by their URN', () => {
    const source = 'urn:ietf:params:scim:schemas:core:2.0:User:userType';
    const rules = [{ target: 'title', source }];
    expect(mapped({ userType: 'Contractor' }, rules).values).toEqual({ title: 'Contractor' });
  });

  test('prefers rules of the directory, and the last one for a target', () => {
    const urn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const rules = [
      { target: 'title', source: 'nickName' },
      { target: 'title', source: `${urn}:department`, transform: 'lower' },
      { target: 'email', source: 'emails[type eq "home"].value' },
    ];
    const emails = [
      { value: 'w@x.com', type: 'work' },
      { value: 'h@x.com', type: 'home' },
    ];
    expect(mapped({ emails, title: 'x', [urn]: { department: 'R&D' } }, rules).values).toEqual({
      email: 'h@x.com',
      title: 'r&d',
    });
  });
});

test('mappedUpdate clears members that were mapped before', () => {
  const values = new Map<string, unknown>([
    ['name.givenName', 'A'],
    ['metadata.plan', 'x'],
  ]);
  expect(mappedUpdate(values, ['/title', '/name/familyName', '/name/givenName'])).toEqual({
    title: null,
    name: { familyName: null, givenName: 'A' },
    metadata: { plan: 'x' },
  });
});
