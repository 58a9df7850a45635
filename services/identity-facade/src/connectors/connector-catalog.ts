import { connectorIssuers } from '@platform/contracts';
import type { ProviderKind, SocialConnectorResource } from '@platform/contracts';

/** The built-in properties of a provider. */
export interface CatalogEntry {
  displayName: string;
  scopes: readonly string[];
  mapping: Readonly<Record<string, string>>;
  emailVerifiedSource: SocialConnectorResource['emailVerifiedSource'];
  /**
   * Issuer of its discovery document (OpenID Connect Discovery 1.0); absent if the endpoints are fixed or the tenant configures
   * them.
   */
  issuer?: string;
}

const openid = ['openid', 'email', 'profile'];
const claims = {
  email: 'email',
  emailVerified: 'email_verified',
  givenName: 'given_name',
  familyName: 'family_name',
  displayName: 'name',
  picture: 'picture',
  locale: 'locale',
};

const byClaim = (displayName: string, issuer?: string): CatalogEntry => ({
  displayName,
  scopes: openid,
  mapping: claims,
  emailVerifiedSource: 'claim',
  issuer,
});

/** Providers by kind. An address counts as verified only if the provider asserts it reliably. */
export const connectorCatalog: Readonly<Record<ProviderKind, CatalogEntry>> = {
  google: byClaim('Google', connectorIssuers.google),
  linkedin: byClaim('LinkedIn', connectorIssuers.linkedin),
  slack: byClaim('Slack', connectorIssuers.slack),
  gitlab: byClaim('GitLab', connectorIssuers.gitlab),
  oidc: byClaim(''),
  apple: {
    ...byClaim('Apple', connectorIssuers.apple),
    scopes: ['openid', 'email', 'name'],
    mapping: {
      email: 'email',
      emailVerified: 'email_verified',
      givenName: 'name.firstName',
      familyName: 'name.lastName',
    },
  },
  // Anyone can put any address into a tenant of their own ("nOAuth").
  microsoft: { ...byClaim('Microsoft'), emailVerifiedSource: 'tenant_claim' },
  github: {
    displayName: 'GitHub',
    scopes: ['read:user', 'user:email'],
    mapping: { displayName: 'name', username: 'login', picture: 'avatar_url' },
    emailVerifiedSource: 'primary_email',
  },
  discord: {
    displayName: 'Discord',
    scopes: ['identify', 'email'],
    mapping: {
      email: 'email',
      emailVerified: 'verified',
      username: 'username',
      displayName: 'global_name',
      locale: 'locale',
    },
    emailVerifiedSource: 'claim',
  },
  facebook: {
    displayName: 'Facebook',
    scopes: ['public_profile', 'email'],
    mapping: {
      email: 'email',
      displayName: 'name',
      givenName: 'first_name',
      familyName: 'last_name',
    },
    emailVerifiedSource: 'never',
  },
  x: {
    displayName: 'X',
    scopes: ['users.read', 'tweet.read'],
    mapping: {
      displayName: 'data.name',
      username: 'data.username',
      picture: 'data.profile_image_url',
    },
    emailVerifiedSource: 'never',
  },
  oauth2: {
    displayName: '',
    scopes: [],
    mapping: { email: 'email', displayName: 'name' },
    emailVerifiedSource: 'never',
  },
};
