import type { CreateDirectoryRequest, Directory, IdpTestRequest } from '@platform/sdk';
import { linesOf } from '../../client/lines.ts';

export const kinds = ['scim', 'ldap', 'workspace', 'cloud_directory', 'oidc', 'saml'] as const;
export const providers = [
  'generic',
  'okta',
  'entra',
  'google',
  'jumpcloud',
  'onelogin',
  'keycloak',
  'ping',
] as const;

/** The settings that each kind asks for; the platform has defaults for the others. */
export const configFields = {
  scim: [],
  ldap: ['urls', 'vendor', 'baseDn', 'userFilter'],
  workspace: ['domain'],
  cloud_directory: ['tenantId'],
  oidc: ['issuer', 'clientId'],
  saml: ['metadataUrl', 'entityId'],
} as const satisfies Record<Directory['kind'], readonly string[]>;

export type ConfigField = (typeof configFields)[Directory['kind']][number];

/** The form of a new directory. */
export interface DirectoryValues {
  kind: Directory['kind'];
  name: string;
  provider: Directory['provider'];
  organizationId: string;
  config: Record<ConfigField, string>;
}

export const emptyDirectory = (organizationId = ''): DirectoryValues => ({
  kind: 'scim',
  name: '',
  provider: 'generic',
  organizationId,
  config: {
    urls: '',
    vendor: 'active_directory',
    baseDn: '',
    userFilter: '(objectClass=person)',
    domain: '',
    tenantId: '',
    issuer: '',
    clientId: '',
    metadataUrl: '',
    entityId: '',
  },
});

const configOf = ({ kind, config }: DirectoryValues): Record<string, unknown> =>
  Object.fromEntries(
    configFields[kind]
      .map((name) => [name, name === 'urls' ? linesOf(config.urls) : config[name].trim()] as const)
      .filter(([, value]) => value !== ''),
  );

export const requestOf = (values: DirectoryValues): CreateDirectoryRequest =>
  ({
    kind: values.kind,
    name: values.name.trim(),
    provider: values.provider,
    organizationId: values.organizationId.trim() || null,
    config: configOf(values),
  }) as CreateDirectoryRequest;

/** The test of an identity provider that is not saved yet. Other kinds need a credential first. */
export function testOf({ kind, config }: DirectoryValues): IdpTestRequest | undefined {
  if (kind === 'oidc' && config.issuer.trim() !== '')
    return {
      protocol: 'oidc',
      issuer: config.issuer.trim(),
      ...(config.clientId.trim() !== '' && { clientId: config.clientId.trim() }),
    };
  if (kind === 'saml' && config.metadataUrl.trim() !== '')
    return {
      protocol: 'saml',
      metadataUrl: config.metadataUrl.trim(),
      ...(config.entityId.trim() !== '' && { entityId: config.entityId.trim() }),
    };
  return undefined;
}
