import { PutMigrationSourceRequest } from '@platform/contracts';
import type { MigrationSource, PutMigrationSourceRequest as Body } from '@platform/sdk';
import { pick } from '../members/members.ts';
import { secret } from '../members/secret.ts';
import { defineKind } from './kind.ts';
import type { TenantView } from './kind.ts';
import { organization } from './organization.ts';
import { exampleSecret } from '../members/signing-secret.ts';

async function migrationSources({ platform }: TenantView): Promise<MigrationSource[]> {
  const source = await platform.migrationSources.get().recover({ not_found: () => undefined });
  return source === undefined ? [] : [source];
}

/** The API shows that there is a credential, but not of which type it is. */
const credentialForm = (kind: MigrationSource['kind']): object =>
  kind === 'ldap'
    ? { type: 'ldap_bind', bindDn: secret(), password: secret() }
    : { type: 'bearer', token: secret() };

export const migrationSource = defineKind<MigrationSource, Body>({
  name: 'migration-source',
  path: 'migration-source',
  layout: 'one',
  schema: PutMigrationSourceRequest,
  key: [],
  refersBy: 'migrationSource',
  references: [{ at: 'options/organizationId', to: organization }],
  secrets: [
    { at: 'credential/token', example: 'example' },
    { at: 'credential/secret', example: exampleSecret },
    { at: 'credential/bindDn', example: 'cn=example' },
    { at: 'credential/password', example: 'example' },
  ],
  partial: ['options', 'connection'],
  // Uploaded files are in one tenant, and only for 30 days.
  isBuiltIn: ({ connection }) => JSON.stringify(connection).includes('"uploadId"'),
  list: migrationSources,
  get: (platform) => platform.migrationSources.get().response(),
  project: (source) => ({
    ...pick(source, ['kind', 'connection', 'mapping', 'options']),
    credential: source.hasCredential ? secret({ form: credentialForm(source.kind) }) : undefined,
  }),
  create: ({ platform, body }) => platform.migrationSources.put(body),
  update: ({ platform, body, options }) => platform.migrationSources.put(body, options),
  delete: ({ platform, options }) => platform.migrationSources.delete(options),
});
