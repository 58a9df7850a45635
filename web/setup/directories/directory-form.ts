import type { CreateSetupDirectoryRequest, SetupDirectory } from '@platform/sdk';
import { linesOf } from '../../client/lines.ts';
import {
  credentialFields,
  credentialRequest,
  emptyCredential,
} from '../../parts/credential-fields.ts';
import type { CredentialField, CredentialValues } from '../../parts/credential-fields.ts';
import type { Provider, SourceKind } from '../providers.ts';

/** A kind of directory that the platform reads. */
export type ReadKind = Exclude<SourceKind, 'scim'>;

/** The settings that each kind asks for; the platform has defaults for the others. */
export const configFields = {
  ldap: ['vendor', 'urls', 'baseDn', 'userFilter'],
  workspace: ['domain'],
  cloud_directory: ['tenantId'],
} as const satisfies Readonly<Record<ReadKind, readonly string[]>>;

export type ConfigField = (typeof configFields)[ReadKind][number];
type Config = Record<ConfigField, string>;

/** The form of a directory that the platform reads. */
export interface DirectoryValues {
  config: Config;
  credential: CredentialValues;
}

const emptyConfig: Config = {
  vendor: 'active_directory',
  urls: '',
  baseDn: '',
  userFilter: '(&(objectCategory=person)(objectClass=user))',
  domain: '',
  tenantId: '',
};

const shown = (value: unknown): string =>
  Array.isArray(value) ? value.join('\n') : String(value ?? '');

/** The values of a directory, for its form. Its credential is not shown again. */
export function directoryValues(directory?: Pick<SetupDirectory, 'config'>): DirectoryValues {
  const known = Object.entries(directory?.config ?? {}).filter(([name]) => name in emptyConfig);
  const config = { ...emptyConfig, ...Object.fromEntries(known.map(([k, v]) => [k, shown(v)])) };
  return { config, credential: emptyCredential };
}

/** The configuration to send: only the fields of the kind, without those that are empty. */
export const configOf = (kind: ReadKind, config: Config): Record<string, unknown> =>
  Object.fromEntries(
    configFields[kind]
      .map((name) => [name, name === 'urls' ? linesOf(config.urls) : config[name].trim()] as const)
      .filter(([, value]) => value.length > 0),
  );

export const creationOf = (
  kind: ReadKind,
  { provider, name }: { provider: Provider; name: string },
  { config }: DirectoryValues,
): CreateSetupDirectoryRequest =>
  ({ kind, name, provider, config: configOf(kind, config) }) as CreateSetupDirectoryRequest;

/** The fields of the credential. The administrator of Google and the account of LDAP are needed with it. */
export const credentialFieldsOf = (kind: ReadKind): readonly CredentialField[] =>
  credentialFields[kind].fields;

/** The credential to store; undefined if none of its fields is filled in. */
export const credentialOf = (kind: ReadKind, { credential }: DirectoryValues) =>
  credentialFieldsOf(kind).some((name) => credential[name].trim() !== '')
    ? credentialRequest(kind, credential)
    : undefined;
