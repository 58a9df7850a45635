import { CreateDirectoryRequest } from '@platform/contracts';
import type {
  CreateDirectoryRequest as Body,
  Directory,
  Platform,
  UpdateDirectoryRequest as Patch,
} from '@platform/sdk';
import { z } from 'zod';
import { pick } from '../members/members.ts';
import { attribute } from './attribute.ts';
import { defineKind } from './kind.ts';
import { organization } from './organization.ts';

const status = z.enum(['active', 'suspended']);

async function connect(platform: Platform, body: Body, wanted: unknown): Promise<Directory> {
  const made = await platform.directories.create(body);
  if (wanted !== 'suspended') return made;
  return platform.directories.update(made.id, { status: 'suspended' });
}

const directoryMembers = [
  'name',
  'kind',
  'organizationId',
  'provider',
  'config',
  'attributeMapping',
  'deprovisioning',
  'onDelete',
];

/** Sources of users. Their credentials and bearers are not configuration. */
export const directory = defineKind<Directory, Body, Patch>({
  name: 'directory',
  path: 'directories',
  layout: 'files',
  schema: CreateDirectoryRequest,
  additional: z.strictObject({ status: status.default('active') }),
  key: ['organizationId', 'name'],
  refersBy: 'directory',
  references: [{ at: 'organizationId', to: organization }],
  after: [attribute],
  partial: ['sync', 'config'],
  fixed: ['kind'],
  keepsBecause: () =>
    'The kind of a directory is fixed, and a deletion removes memberships of its users. Declare a directory with another name',
  list: ({ platform }) => platform.directories.list({ limit: 200 }),
  get: (platform, { id }) => platform.directories.get(id).response(),
  project: (one) => ({
    ...pick(one, directoryMembers),
    sync: one.sync ?? undefined,
    status: one.state === 'suspended' ? 'suspended' : 'active',
  }),
  create: ({ platform, additional, body }) => connect(platform, body, additional['status']),
  update: ({ platform, id, patch, options }) => platform.directories.update(id, patch, options),
  delete: ({ platform, id, options }) => platform.directories.delete(id, options),
});
