/** Providers that the platform knows, and where their applications are registered. */
export const knownProviders = {
  google: { name: 'Google', console: 'https://console.cloud.google.com/apis/credentials' },
  apple: {
    name: 'Apple',
    console: 'https://developer.apple.com/account/resources/identifiers/list/serviceId',
  },
  microsoft: {
    name: 'Microsoft',
    console: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps',
  },
  github: { name: 'GitHub', console: 'https://github.com/settings/developers' },
  gitlab: { name: 'GitLab', console: 'https://gitlab.com/-/user_settings/applications' },
  facebook: { name: 'Facebook', console: 'https://developers.facebook.com/apps' },
  linkedin: { name: 'LinkedIn', console: 'https://www.linkedin.com/developers/apps' },
  x: { name: 'X', console: 'https://developer.x.com/en/portal/dashboard' },
  discord: { name: 'Discord', console: 'https://discord.com/developers/applications' },
  slack: { name: 'Slack', console: 'https://api.slack.com/apps' },
} as const;

export type KnownProvider = keyof typeof knownProviders;
export type ProviderKind = KnownProvider | 'oidc' | 'oauth2';

export const providerKinds = [...Object.keys(knownProviders), 'oidc', 'oauth2'] as ProviderKind[];

/** The kind of a provider by its id: a known one, or any server of a protocol. */
export function kindOf(provider: string): ProviderKind {
  if (Object.hasOwn(knownProviders, provider)) return provider as KnownProvider;
  return provider.startsWith('oauth2-') ? 'oauth2' : 'oidc';
}

/** The id of a provider: its kind, or `{kind}-{name}` for any server of a protocol. */
export const providerId = (kind: ProviderKind, name: string): string =>
  kind === 'oidc' || kind === 'oauth2' ? `${kind}-${name.trim()}` : kind;

export const isGeneric = (kind: ProviderKind): kind is 'oidc' | 'oauth2' =>
  kind === 'oidc' || kind === 'oauth2';
