import { z } from 'zod';
import { httpsUrl, text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { MigrationMapping } from './migration-mapping.ts';

const secret = text({ max: 4_096 });

/** A file of a source: uploaded, or to be downloaded. */
const SourceFile = z.union([
  z.strictObject({ uploadId: idSchema('migrationUpload') }),
  z.strictObject({ url: httpsUrl }),
]);

const HttpConnection = z.strictObject({
  listUrl: httpsUrl
    .optional()
    .describe(
      'Called with GET and the query parameters `cursor` and `limit`. Returns `{ users, nextCursor, total? }`.',
    ),
  verifyUrl: httpsUrl
    .optional()
    .describe(
      'Called with POST and `{ identifier, password }`. Returns 200 with the user, or 401.',
    ),
});

const ldapUrl = z
  .string()
  .max(512)
  .regex(/^ldaps?:\/\/[^/?#@\s]+\/?$/i, {
    error: 'must be an ldaps or ldap URL with nothing but a host and a port',
  });
const LdapConnection = z.strictObject({
  urls: z.array(ldapUrl).min(1).max(3).describe('Servers, tried in the given order.'),
  startTls: z.boolean().default(false).describe('Required with `ldap:` URLs.'),
  baseDn: text({ max: 1_024 }),
  userFilter: text({ max: 2_048 }).default('(objectClass=person)'),
  loginAttributes: z
    .array(z.string().regex(/^[A-Za-z][A-Za-z0-9;-]{0,63}$/))
    .min(1)
    .max(5)
    .default(['mail', 'uid'])
    .describe('Attributes that users sign in with. Used for lazy migration.'),
  idAttribute: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)
    .default('entryUUID'),
  pageSize: z.int().min(1).max(1_000).default(500),
});

const Bearer = z.strictObject({ type: z.literal('bearer'), token: secret });
const HmacSecret = z.strictObject({
  type: z.literal('hmac_secret'),
  secret: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, { error: 'must be whsec_ followed by base64' }),
});
const LdapBind = z.strictObject({
  type: z.literal('ldap_bind'),
  bindDn: text({ max: 1_024 }),
  password: secret,
  caCertificatesPem: z.string().max(65_536).optional(),
});

const matchBy = z.enum(['external_id', 'email']);

/** How to import users. */
export const MigrationOptions = z
  .strictObject({
    mode: z
      .enum(['eager', 'lazy', 'both'])
      .default('eager')
      .describe(
        '`eager`: import jobs migrate the users. `lazy`: each user is migrated at their first sign-in.',
      ),
    matchBy: matchBy
      .default('external_id')
      .describe('The property that identifies existing users.'),
    onExisting: z
      .enum(['skip', 'update', 'fail'])
      .default('skip')
      .describe('How to handle records of users that already exist.'),
    organizationId: idSchema('organization')
      .optional()
      .describe('Every imported user becomes a member of this organization.'),
    roles: z
      .array(z.string().regex(/^[a-z][a-z0-9_.:-]{0,99}$/))
      .max(50)
      .optional(),
    trustEmailVerified: z
      .boolean()
      .default(false)
      .describe(
        'Whether e-mail addresses and phone numbers that the source reports as verified are treated as verified.',
      ),
    passwords: z.enum(['import', 'ignore']).default('import'),
    allowWeakHashes: z
      .boolean()
      .default(false)
      .describe(
        'Whether to accept md5, sha1 and salted SHA hashes. They are replaced when their users sign in.',
      ),
    identityIssuers: z
      .record(z.string().max(128), z.string().min(1).max(1_024))
      .default({})
      .describe(
        "Issuers of federated identities by the source's name for the provider, as users' identities show them: `https://idp.example.com#dir_…` for a directory of the tenant. The social connectors need none.",
      ),
    batchSize: z
      .int()
      .min(50)
      .max(1_000)
      .optional()
      .describe('Number of records per transaction. The default is set by the operator.'),
  })
  .refine(({ roles, organizationId }) => !roles?.length || organizationId !== undefined, {
    path: ['roles'],
    error: 'requires an organizationId',
  });

const shared = {
  mapping: z
    .array(MigrationMapping)
    .max(100)
    .default([])
    .describe('If empty, the default mapping of the kind is used.'),
  options: MigrationOptions.prefault({}),
};

/** Body of PUT. */
export const PutMigrationSourceRequest = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('http'),
      connection: HttpConnection,
      credential: z.discriminatedUnion('type', [Bearer, HmacSecret]).optional(),
      ...shared,
    }),
    z.strictObject({
      kind: z.literal('ldap'),
      connection: LdapConnection,
      credential: LdapBind.optional(),
      ...shared,
    }),
    z.strictObject({
      kind: z.literal('auth0'),
      connection: z.strictObject({
        users: SourceFile.describe('File with the NDJSON export of users.'),
        passwords: SourceFile.optional().describe(
          'File with the NDJSON export of password hashes.',
        ),
      }),
      credential: Bearer.optional(),
      ...shared,
    }),
    z.strictObject({
      kind: z.literal('keycloak'),
      connection: z.strictObject({
        files: z
          .array(SourceFile)
          .min(1)
          .max(50)
          .describe('Files with the export of the realm and its users.'),
      }),
      credential: Bearer.optional(),
      ...shared,
    }),
    z.strictObject({
      kind: z.literal('ndjson'),
      connection: z.strictObject({ file: SourceFile }),
      credential: Bearer.optional(),
      ...shared,
    }),
  ])
  .describe(
    '`credential` is write-only. If omitted, the stored credential is kept, provided that the kind and the hosts stay the same.',
  )
  .meta({ id: 'PutMigrationSourceRequest' });

/** The source of a migration. */
export const MigrationSource = z
  .object({
    id: idSchema('migrationSource'),
    version: z.int(),
    kind: z.enum(['http', 'ldap', 'auth0', 'keycloak', 'ndjson']),
    connection: z.record(z.string(), z.unknown()),
    hasCredential: z.boolean(),
    mapping: z.array(MigrationMapping),
    options: MigrationOptions,
    lastJobId: idSchema('importJob').nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'MigrationSource' });

/** Body of POST. */
export const CreateUploadRequest = z
  .strictObject({
    fileName: text({ max: 255 }),
    sizeBytes: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
    sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hexadecimal digits' }),
  })
  .meta({ id: 'CreateUploadRequest' });

/** An upload that has not happened yet. */
export const MigrationUpload = z
  .object({
    id: idSchema('migrationUpload'),
    uploadUrl: z.string().describe('Relative to the URL of this request.'),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()).describe('Headers to send with the file.'),
    expiresAt: time,
  })
  .meta({ id: 'MigrationUpload' });

/** An uploaded file. */
export const StoredUpload = z
  .object({ id: idSchema('migrationUpload'), sizeBytes: z.int(), sha256: z.string() })
  .meta({ id: 'StoredUpload' });

export type MigrationSourceInput = z.output<typeof PutMigrationSourceRequest>;
export type MigrationSourceResource = z.infer<typeof MigrationSource>;
export type MigrationOptionsInput = z.output<typeof MigrationOptions>;
export type MigrationFileInput = z.output<typeof SourceFile>;
