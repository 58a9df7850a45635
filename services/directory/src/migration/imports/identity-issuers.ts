/** Issuers of providers, by the names that Auth0 and Keycloak have for them. They are those of the login connectors. */
const usual: Readonly<Record<string, string>> = {
  'google-oauth2': 'https://accounts.google.com',
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  linkedin: 'https://www.linkedin.com/oauth',
  'linkedin-openid-connect': 'https://www.linkedin.com/oauth',
  slack: 'https://slack.com',
  gitlab: 'https://gitlab.com',
};

/** The issuer behind a provider's name; undefined for one that neither the tenant nor this table knows. */
export const identityIssuerOf = (
  provider: string,
  ofTenant: Readonly<Record<string, string>>,
): string | undefined =>
  Object.hasOwn(ofTenant, provider)
    ? ofTenant[provider]
    : Object.hasOwn(usual, provider)
      ? usual[provider]
      : undefined;
