import type { SetupDirectory } from '@platform/sdk';

/** A product at which a contact sets something up. */
export type Provider = SetupDirectory['provider'];

/** How users sign in, or arrive. */
export type Protocol = SetupDirectory['kind'];
export type SignInProtocol = Extract<Protocol, 'saml' | 'oidc'>;
export type SourceKind = Exclude<Protocol, SignInProtocol>;

/** The products that have guides, in the order of the choice. */
export const providers = [
  'okta',
  'entra',
  'google',
  'jumpcloud',
  'onelogin',
  'keycloak',
  'generic',
] as const satisfies readonly Provider[];

/** One way to bring users in. */
export interface Source {
  provider: Provider;
  kind: SourceKind;
}

/** The ways to bring users in, in the order of the choice. */
export const sources = [
  { provider: 'okta', kind: 'scim' },
  { provider: 'entra', kind: 'scim' },
  { provider: 'entra', kind: 'cloud_directory' },
  { provider: 'google', kind: 'workspace' },
  { provider: 'jumpcloud', kind: 'scim' },
  { provider: 'onelogin', kind: 'scim' },
  { provider: 'generic', kind: 'ldap' },
  { provider: 'generic', kind: 'scim' },
] as const satisfies readonly Source[];

/** Names of products are the same in every language. */
export const providerNames: Readonly<Record<Exclude<Provider, 'generic'>, string>> = {
  okta: 'Okta',
  entra: 'Microsoft Entra ID',
  google: 'Google Workspace',
  jumpcloud: 'JumpCloud',
  onelogin: 'OneLogin',
  keycloak: 'Keycloak',
  ping: 'Ping Identity',
};
