import { attribute, complex } from './attribute.ts';
import type { ResourceSchema } from './attribute.ts';

export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** RFC 7643 §4.2. Members are users of the same directory; groups do not nest. */
export const groupResourceSchema: ResourceSchema = {
  resourceType: 'Group',
  collection: 'Groups',
  core: {
    id: groupUrn,
    name: 'Group',
    description: 'A group of the directory.',
    attributes: [
      attribute('displayName', 'Name of the group.', { required: true, uniqueness: 'server' }),
      complex(
        'members',
        'Users in the group.',
        [
          attribute('value', 'Identifier of the user.', {
            caseExact: true,
            mutability: 'immutable',
          }),
          attribute('$ref', 'Address of the user.', {
            type: 'reference',
            referenceTypes: ['User'],
            caseExact: true,
            mutability: 'immutable',
          }),
          attribute('type', 'Always `User`.', {
            canonicalValues: ['User'],
            mutability: 'immutable',
          }),
        ],
        { multiValued: true },
      ),
    ],
  },
  extensions: [],
};
