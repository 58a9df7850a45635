import { z } from 'zod';
import { Deletion, listOf, paging, queryBoolean } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import { DirectoryGroup, DirectoryUser } from './directory-content.ts';
import { CreateDirectoryRequest, Directory, UpdateDirectoryRequest } from './directory.ts';
import { SyncRun } from './sync-run.ts';

const read = allOf('tenant:orgs.read');
const write = allOf('tenant:orgs.write');
const path = '/api/v1/directories';

const search = z
  .string()
  .meta({ minLength: 3, maxLength: 64 })
  .optional()
  .describe('Prefix of the name (3 to 64 characters), not case-sensitive.');

/** Operations on directories and their content. */
export const directoriesOperations = operations({
  directoriesList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists directories, newest first',
    query: z.strictObject({ organizationId: z.string().optional(), ...paging }),
    response: listOf(Directory),
    errors: [],
    noEtag: true,
  },
  directoriesCreate: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Creates a directory',
    description:
      'A directory is a source of users and groups: a SCIM client (`scim`), a directory that the platform reads (`ldap`, `workspace`, `cloud_directory`), or an identity provider (`oidc`, `saml`). An organization can have up to 200 directories.',
    body: CreateDirectoryRequest,
    maxBodyBytes: 1_048_576,
    response: Directory,
    errors: ['limit_exceeded'],
  },
  directoriesGet: {
    method: 'get',
    path: `${path}/{id}`,
    scopes: read,
    summary: 'Gets a directory',
    response: Directory,
    errors: [],
  },
  directoriesUpdate: {
    method: 'patch',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Updates a directory',
    description:
      'JSON Merge Patch (RFC 7396). While a directory is `suspended`, SCIM requests return 403 and the directory is not read; users keep their memberships. A directory that has a credential cannot be pointed to another server: delete the credential first.',
    body: UpdateDirectoryRequest,
    mergePatch: true,
    maxBodyBytes: 1_048_576,
    response: Directory,
    errors: ['precondition_failed', 'invalid_state'],
  },
  directoriesDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Deletes a directory',
    description:
      'Deletes the credential, bearers and group-role mappings immediately. Users are processed in the background as `onDelete` specifies.',
    response: Deletion,
    errors: ['precondition_failed'],
  },
  directoriesSync: {
    method: 'post',
    path: `${path}/{id}/sync`,
    scopes: write,
    summary: 'Starts a sync of users and groups from a directory',
    query: z.strictObject({
      full: queryBoolean
        .default(false)
        .describe(
          'Reads all users and groups instead of only those that have changed since the last run.',
        ),
      dryRun: queryBoolean
        .default(false)
        .describe('Counts the changes and returns up to 20 of them, without writing anything.'),
      force: queryBoolean
        .default(false)
        .describe('Continues even if many users would be removed from the directory.'),
    }),
    response: SyncRun,
    errors: ['conflict', 'invalid_state'],
  },
  directoriesListSyncRuns: {
    method: 'get',
    path: `${path}/{id}/sync-runs`,
    scopes: read,
    summary: "Lists a directory's sync runs, newest first",
    query: z.strictObject({ ...paging }),
    response: listOf(SyncRun),
    errors: [],
    noEtag: true,
  },
  directoriesListUsers: {
    method: 'get',
    path: `${path}/{id}/users`,
    scopes: allOf('tenant:orgs.read', 'tenant:users.read'),
    summary: 'Lists the users of a directory, newest first',
    query: z.strictObject({
      q: search,
      linked: queryBoolean
        .optional()
        .describe('Filters by whether an entry is linked to a user of the tenant.'),
      ...paging,
    }),
    response: listOf(DirectoryUser),
    errors: [],
    noEtag: true,
  },
  directoriesListGroups: {
    method: 'get',
    path: `${path}/{id}/groups`,
    scopes: read,
    summary: 'Lists the groups of a directory, newest first',
    query: z.strictObject({ q: search, ...paging }),
    response: listOf(DirectoryGroup),
    errors: [],
    noEtag: true,
  },
});
