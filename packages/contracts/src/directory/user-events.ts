import { z } from 'zod';
import { Member, Organization } from './organization.ts';
import { User } from './user.ts';
import { eventData, eventType } from '../events/event.ts';
import { exampleMember, exampleOrganization, exampleUser } from '../events/examples.ts';

const origin = z.enum(['api', 'scim', 'sync', 'jit', 'import', 'invitation', 'erasure']);
const change = { changed: z.array(z.string()), previous: z.record(z.string(), z.unknown()) };
const gone = z.object({ id: z.string(), externalId: z.string().nullable() });

const user = (
  description: string,
  more: Record<string, z.ZodType> = {},
  example: Record<string, unknown> = {},
) =>
  eventType({
    description,
    emittedBy: 'directory',
    subject: 'user',
    data: eventData('user', User, { origin, ...more }),
    example: { user: exampleUser, origin: 'api', ...example },
  });
const userGone = (description: string) =>
  eventType({
    description,
    emittedBy: 'directory',
    subject: 'user',
    severity: 'medium',
    data: eventData('user', gone, { origin, organizationIds: z.array(z.string()).optional() }),
    example: {
      user: { id: exampleUser.id, externalId: null },
      origin: 'api',
      organizationIds: [exampleOrganization.id],
    },
  });
const organization = (
  description: string,
  more: Record<string, z.ZodType> = {},
  example: Record<string, unknown> = {},
) =>
  eventType({
    description,
    emittedBy: 'directory',
    subject: 'organization',
    data: eventData('organization', Organization, more),
    example: { organization: exampleOrganization, ...example },
  });
const membership = (description: string) =>
  eventType({
    description,
    emittedBy: 'directory',
    subject: 'organization',
    data: eventData('member', Member),
    example: { member: exampleMember },
    exampleSubjectId: exampleOrganization.id,
  });

/** Events of users and organizations. */
export const userEvents = {
  'user.created': user('A user was created.'),
  'user.updated': user('A user was updated.', change, {
    changed: ['/displayName'],
    previous: { '/displayName': null },
  }),
  'user.suspended': { ...user('A user was suspended.'), severity: 'medium' as const },
  'user.reactivated': user('A user was reactivated.'),
  'user.deactivated': { ...user('A user was deactivated.'), severity: 'medium' as const },
  'user.deleted': userGone('A user was deleted.'),
  'user.erased': userGone('A user was erased at their own request.'),
  'organization.created': organization('An organization was created.'),
  'organization.updated': organization('An organization was updated.', change, {
    changed: ['/name'],
    previous: { '/name': 'Initech' },
  }),
  'organization.deleted': eventType({
    description: 'An organization and its memberships were deleted.',
    emittedBy: 'directory',
    subject: 'organization',
    severity: 'medium',
    data: eventData('organization', gone),
    example: { organization: { id: exampleOrganization.id, externalId: null } },
  }),
  'organization.member_added': membership('A user was added to an organization.'),
  'organization.member_updated': membership("A member's roles were changed."),
  'organization.member_removed': membership('A user was removed from an organization.'),
};
