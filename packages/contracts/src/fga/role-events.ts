import { z } from 'zod';
import { Permission } from './permission.ts';
import { Role, RoleAssignment } from './role.ts';
import { ActorSchema } from '../common/list.ts';
import { eventData, eventType } from '../events/event.ts';
import type { EventType } from '../events/event.ts';

type More = Partial<Pick<EventType, 'severity'>> & {
  data?: Record<string, z.ZodType>;
  example?: Record<string, unknown>;
};

const at = '2026-11-20T05:41:00.123Z';
const tenantId = 'tnt_01m7vqhvjpfrhtg5g075cmmcw9';
const actor = { type: 'user', id: 'usr_01m7vqhvjpfrhtg5g075cmmcw9' } as const;
const examplePermission = {
  id: 'perm_01m7vqhvjpfrhtg5g075cmmcw9',
  name: 'invoices.approve',
  displayName: 'Approve invoices',
  description: null,
  clientId: null,
  apiResourceId: null,
  system: false,
  usedByRoles: 0,
  createdAt: at,
};
const exampleRole = {
  id: 'role_01m7vqhvjpfrhtg5g075cmmcw9',
  key: 'approver',
  displayName: 'Approver',
  description: null,
  permissions: ['invoices.approve'],
  system: false,
  assignmentCount: 0,
  createdAt: at,
  updatedAt: at,
};
const exampleAssignment = {
  id: 'rasg_01m7vqhvjpfrhtg5g075cmmcw9',
  principal: actor,
  role: 'approver',
  expiresAt: null,
  createdBy: actor,
  createdAt: at,
};

const of =
  (subject: string, name: string, resource: z.ZodType, exampleResource: unknown) =>
  (description: string, { data = {}, example = {}, ...more }: More = {}): EventType =>
    eventType({
      description,
      emittedBy: 'fga',
      subject,
      data: eventData(name, resource, data),
      example: { [name]: exampleResource, ...example },
      ...more,
    });

const permission = of('permission', 'permission', Permission, examplePermission);
const role = of('role', 'role', Role, exampleRole);
const assignment = of('role_assignment', 'roleAssignment', RoleAssignment, exampleAssignment);
const medium = { severity: 'medium' } as const;
const high = { severity: 'high' } as const;

/** Events of permissions, roles, role assignments and entitlements. */
export const roleEvents = {
  'permission.created': permission('A permission was created.'),
  'permission.deleted': permission('A permission was deleted.', medium),
  'role.created': role('A role was created.', medium),
  'role.updated': role('A role was updated.', {
    ...high,
    data: { changed: z.array(z.string()) },
    example: { changed: ['/permissions'] },
  }),
  'role.deleted': role('A role was deleted.', medium),
  'role.assigned': assignment('A role was assigned.', high),
  'role.unassigned': assignment('A role assignment was deleted or expired.', medium),
  'entitlement.changed': eventType({
    description: 'The entitlements of the tenant were changed.',
    severity: 'medium',
    emittedBy: 'fga',
    subject: 'tenant',
    exampleSubjectId: tenantId,
    data: z.looseObject({
      family: z.string(),
      entitled: z.boolean(),
      reason: z.string().nullable(),
      actor: ActorSchema,
    }),
    example: {
      family: 'webhooks',
      entitled: false,
      reason: 'contract ended',
      actor: { type: 'service', id: 'entitlements-operator' },
    },
  }),
};
