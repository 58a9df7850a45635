import { z } from 'zod';
import { text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { ConnectorCredential } from './connector-credential.ts';
import { DiagnosticReport } from './diagnostic-report.ts';
import { directoryConfigs } from './directory-config.ts';
import type { DirectoryConfig } from './directory-config.ts';
import { SyncRun } from './sync-run.ts';

const kinds = ['scim', 'ldap', 'workspace', 'cloud_directory', 'oidc', 'saml'] as const;

/** Members of a user that a directory can write. */
const mappedMembers = [
  'username',
  'email',
  'phoneNumber',
  'displayName',
  'nickname',
  'title',
  'pictureUrl',
  'profileUrl',
  'locale',
  'timeZone',
  'name.formatted',
  'name.givenName',
  'name.familyName',
  'name.middleName',
  'name.honorificPrefix',
  'name.honorificSuffix',
];

/**
 * Path of a SCIM attribute, optionally with a sub-attribute, a value type or the URN of an
 * extension.
 */
const attributePath =
  /^(?:urn:[^\s"[\]]+:)?[A-Za-z$][\w$-]*(?:\[type eq "[^"\\]{1,64}"\])?(?:\.[A-Za-z$][\w$-]*)?$/;

/** The source of one member of a user. */
const AttributeMappingRule = z.strictObject({
  source: text({ max: 512 })
    .regex(attributePath, {
      error:
        'must be the path of an attribute, such as name.givenName or emails[type eq "work"].value',
    })
    .describe(
      'Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`.',
    ),
  target: z
    .string()
    .regex(
      new RegExp(
        `^(?:${mappedMembers.join('|').replaceAll('.', '\\.')}|metadata\\.[a-z][A-Za-z0-9_]{0,62})$`,
      ),
      { error: `must be one of ${mappedMembers.join(', ')}, or metadata.<key>` },
    ),
  transform: z.enum(['trim', 'lower', 'boolean', 'date', 'phone']).optional(),
});
const attributeMapping = z
  .array(AttributeMappingRule)
  .max(100)
  .describe(
    'Overrides the default mapping. If several rules have the same target, the last one applies.',
  );

const SyncSettings = z.strictObject({
  enabled: z.boolean().default(true),
  intervalSeconds: z.int().min(900).max(86_400).optional(),
  groups: z.boolean().default(true),
  deactivateMissing: z
    .boolean()
    .default(true)
    .describe(
      'Whether users that are missing from the source are removed from the directory. `false` leaves them unchanged.',
    ),
});

const provider = z
  .enum(['okta', 'entra', 'google', 'jumpcloud', 'onelogin', 'keycloak', 'ping', 'generic'])
  .describe('Vendor of the directory product.');
const deprovisioning = z
  .enum(['suspend_membership', 'remove_membership', 'delete_user'])
  .describe(
    'What happens to the membership or the user when a user is removed from the directory.',
  );
const onDelete = z
  .enum(['keep_users', 'deactivate_users'])
  .describe("What happens to the directory's users when the directory is deleted.");

const creation = {
  name: text({ max: 200 }),
  organizationId: idSchema('organization')
    .nullable()
    .default(null)
    .describe('If null, the directory applies to the whole tenant.'),
  provider: provider.default('generic'),
  attributeMapping: attributeMapping.default([]),
  deprovisioning: deprovisioning.default('suspend_membership'),
  onDelete: onDelete.default('keep_users'),
};
const pulled = { ...creation, sync: SyncSettings.optional() };

/** The members of a new directory, by its kind. */
export const directoryForms = {
  scim: z.strictObject({
    ...creation,
    kind: z.literal('scim'),
    config: directoryConfigs.scim.default({}),
  }),
  ldap: z.strictObject({ ...pulled, kind: z.literal('ldap'), config: directoryConfigs.ldap }),
  workspace: z.strictObject({
    ...pulled,
    kind: z.literal('workspace'),
    config: directoryConfigs.workspace.prefault({}),
  }),
  cloud_directory: z.strictObject({
    ...pulled,
    kind: z.literal('cloud_directory'),
    config: directoryConfigs.cloud_directory,
  }),
  oidc: z.strictObject({ ...creation, kind: z.literal('oidc'), config: directoryConfigs.oidc }),
  saml: z.strictObject({ ...creation, kind: z.literal('saml'), config: directoryConfigs.saml }),
} as const;

/** Body of POST. */
export const CreateDirectoryRequest = z
  .discriminatedUnion('kind', [
    directoryForms.scim,
    directoryForms.ldap,
    directoryForms.workspace,
    directoryForms.cloud_directory,
    directoryForms.oidc,
    directoryForms.saml,
  ])
  .meta({ id: 'CreateDirectoryRequest' });

/** Body of PATCH. */
export const UpdateDirectoryRequest = z
  .strictObject({
    name: creation.name,
    provider,
    config: z
      .record(z.string(), z.unknown())
      .describe(
        "Merged into the current configuration. The result must be valid for the directory's kind.",
      ),
    attributeMapping,
    deprovisioning,
    onDelete,
    sync: z.strictObject({
      enabled: z.boolean().optional(),
      intervalSeconds: SyncSettings.shape.intervalSeconds,
      groups: z.boolean().optional(),
      deactivateMissing: z.boolean().optional(),
    }),
    status: z.enum(['active', 'suspended']),
  })
  .partial()
  .meta({ id: 'UpdateDirectoryRequest' });

/** A source of users: a SCIM client, a directory that is read, or an identity provider. */
export const Directory = z
  .object({
    id: idSchema('directory'),
    organizationId: idSchema('organization').nullable(),
    name: z.string(),
    kind: z.enum(kinds),
    provider,
    config: z.record(z.string(), z.unknown()),
    attributeMapping: z.array(
      z.object({ source: z.string(), target: z.string(), transform: z.string().optional() }),
    ),
    deprovisioning,
    onDelete,
    sync: z
      .object({
        enabled: z.boolean(),
        intervalSeconds: z.int(),
        groups: z.boolean(),
        deactivateMissing: z.boolean(),
      })
      .nullable()
      .describe(
        'Applies to the kinds that the platform reads: `ldap`, `workspace` and `cloud_directory`.',
      ),
    state: z
      .enum(['pending', 'active', 'invalid_credentials', 'unreachable', 'suspended'])
      .describe('`pending`: no connection has been made yet.'),
    stateReason: z.string().nullable(),
    scimBaseUrl: z.string().nullable().describe('The settings to enter in a SCIM client.'),
    hasCredential: z.boolean(),
    credential: ConnectorCredential.nullable(),
    counts: z.object({ users: z.int(), groups: z.int() }),
    lastSync: SyncRun.nullable(),
    lastProbe: DiagnosticReport.nullable(),
    lastInboundAt: time
      .nullable()
      .describe('When a SCIM client last sent a request, to the minute.'),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Directory' });

export type DirectoryResource = Omit<z.infer<typeof Directory>, 'config'> & {
  config: DirectoryConfig;
};
export type DirectoryCreation = z.output<typeof CreateDirectoryRequest>;
export type DirectoryUpdate = z.output<typeof UpdateDirectoryRequest>;
export type AttributeMappingRule = z.output<typeof AttributeMappingRule>;
