import { connectionIssuer, connectorIssuers } from '@platform/contracts';

type Connector = keyof typeof connectorIssuers;

/** Social connectors by the names that Auth0 and Keycloak use, where these differ. */
const renamed: Readonly<Record<string, Connector>> = {
  'google-oauth2': 'google',
  'linkedin-openid-connect': 'linkedin',
  twitter: 'x',
};
const connectors = Object.keys(connectorIssuers) as Connector[];
const ofConnector = (connector: Connector): string =>
  connectionIssuer(connectorIssuers[connector], connector);

/**
 * An issuer in the form that sign-ins look up. A provider with one issuer for all its customers is
 * qualified by its social connector. Any other is kept unchanged, since only the tenant knows which
 * connection its users sign in with.
 */
export function qualifiedIssuer(issuer: string): string {
  const connector = connectors.find((name) => connectorIssuers[name] === issuer);
  return connector ? ofConnector(connector) : issuer;
}

/**
 * The issuer behind a provider's name; undefined if neither the tenant nor the connectors define
 * it.
 */
export function identityIssuerOf(
  provider: string,
  ofTenant: Readonly<Record<string, string>>,
): string | undefined {
  if (Object.hasOwn(ofTenant, provider)) return qualifiedIssuer(ofTenant[provider] as string);
  const connector = Object.hasOwn(renamed, provider)
    ? renamed[provider]
    : connectors.find((name) => name === provider);
  return connector && ofConnector(connector);
}
