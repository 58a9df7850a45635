import { describe, expect, test } from 'vitest';
import { projected, projectionOf } from './projection.ts';
import { enterpriseUrn, userUrn } from '../scim-urns.ts';
import { enterpriseSchema, userSchema } from './schemas/user-schema.ts';
import type { ResourceSchema } from './schemas/attribute.ts';

const schema: ResourceSchema = {
  resourceType: 'User',
  collection: 'Users',
  core: userSchema,
  extensions: [enterpriseSchema],
};
const email = { value: 'a@example.com', type: 'work' };
const resource = {
  schemas: [userUrn],
  id: '1',
  userName: 'ada',
  name: { givenName: 'A', familyName: 'L' },
  emails: [email],
  meta: { version: 'W/"1"' },
  [enterpriseUrn]: { department: 'x', division: 'y' },
};
const always = { schemas: [userUrn], id: '1' };

describe('projected', () => {
  test.each([
    [{}, resource],
    [{ attributes: '' }, resource],
    [{ attributes: 'USERNAME' }, { ...always, userName: 'ada' }],
    [{ attributes: 'userName,nothing' }, { ...always, userName: 'ada' }],
    [{ attributes: 'nothing' }, always],
    [{ attributes: ['emails.type'] }, { ...always, emails: [{ type: 'work' }] }],
    [{ attributes: 'emails.type, emails.value' }, { ...always, emails: [email] }],
    [{ attributes: 'name.givenName' }, { ...always, name: { givenName: 'A' } }],
    [{ attributes: enterpriseUrn }, { ...always, [enterpriseUrn]: resource[enterpriseUrn] }],
    [
      { attributes: `${enterpriseUrn}:department` },
      { ...always, [enterpriseUrn]: { department: 'x' } },
    ],
    [
      { excludedAttributes: 'emails,id,schemas,meta,name.familyName' },
      {
        ...always,
        userName: 'ada',
        name: { givenName: 'A' },
        [enterpriseUrn]: resource[enterpriseUrn],
      },
    ],
    [
      { excludedAttributes: `${enterpriseUrn}:department` },
      { ...resource, [enterpriseUrn]: { division: 'y' } },
    ],
  ])('%j', (request, expected) =>
    expect(projected(resource, projectionOf(schema, request))).toEqual(expected),
  );

  test('rejects attributes together with excludedAttributes', () => {
    expect(() =>
      projectionOf(schema, { attributes: 'userName', excludedAttributes: 'name' }),
    ).toThrow(expect.objectContaining({ status: 400 }));
  });
});
