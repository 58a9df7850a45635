import type { SocialConnector } from '@platform/sdk';
import { bodyOf, creationOf } from '../../client/form-text.ts';
import { linesOf, textOfLines } from '../../client/lines.ts';

export const endpointNames = [
  'authorizationEndpoint',
  'tokenEndpoint',
  'jwksUri',
  'userinfoEndpoint',
] as const;

/** What a provider of a protocol is configured with. */
type OidcValues = Record<'issuer' | (typeof endpointNames)[number], string> & {
  tokenEndpointAuth: NonNullable<SocialConnector['oidc']>['tokenEndpointAuth'];
  pkce: boolean;
};

/** The form of a connector. Secrets are replaced elsewhere. */
export interface ConnectorValues extends Pick<
  SocialConnector,
  'profileSync' | 'linking' | 'signUp' | 'trustUpstreamAssurance'
> {
  displayName: string;
  clientId: string;
  iconUrl: string;
  /** Separated by spaces. */
  scopes: string;
  /** An entry in each line. */
  allowedEmailDomains: string;
  attributeMapping: string;
  extraParameters: string;
  apple: { teamId: string; keyId: string };
  microsoft: { tenant: string };
  oidc: OidcValues;
}

const pairLines = (pairs: Readonly<Record<string, string>>): string =>
  textOfLines(Object.entries(pairs).map(([name, value]) => `${name} = ${value}`));

/** The pairs of lines such as `email = mail`. */
const pairsOf = (lines: string): Record<string, string> =>
  Object.fromEntries(
    linesOf(lines).map((line) => {
      const at = line.indexOf('=');
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );

export const connectorValues = (connector: SocialConnector): ConnectorValues => ({
  displayName: connector.displayName,
  clientId: connector.clientId,
  iconUrl: connector.iconUrl ?? '',
  scopes: connector.scopes.join(' '),
  allowedEmailDomains: textOfLines(connector.allowedEmailDomains),
  attributeMapping: pairLines(connector.attributeMapping),
  extraParameters: pairLines(connector.extraParameters),
  profileSync: connector.profileSync,
  linking: connector.linking,
  signUp: connector.signUp,
  trustUpstreamAssurance: connector.trustUpstreamAssurance,
  apple: { teamId: connector.apple?.teamId ?? '', keyId: connector.apple?.keyId ?? '' },
  microsoft: { tenant: connector.microsoft?.tenant ?? '' },
  oidc: {
    issuer: connector.oidc?.issuer ?? '',
    authorizationEndpoint: connector.oidc?.authorizationEndpoint ?? '',
    tokenEndpoint: connector.oidc?.tokenEndpoint ?? '',
    jwksUri: connector.oidc?.jwksUri ?? '',
    userinfoEndpoint: connector.oidc?.userinfoEndpoint ?? '',
    tokenEndpointAuth: connector.oidc?.tokenEndpointAuth ?? 'client_secret_basic',
    pkce: connector.oidc?.pkce ?? true,
  },
});

/** Pairs as a merge patch: those that are gone are `null`. */
function pairsPatch(
  lines: string,
  before: Readonly<Record<string, string>>,
): Record<string, string | null> {
  const pairs = pairsOf(lines);
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(pairs, name));
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...pairs };
}

/** The request for changed fields: lists and pairs instead of their text. */
export function connectorPatch(
  patch: Readonly<Record<string, unknown>>,
  before: Pick<SocialConnector, 'attributeMapping' | 'extraParameters'>,
): Record<string, unknown> {
  const body = bodyOf(patch);
  const textIn = (name: string): string | undefined =>
    name in patch ? String(patch[name] ?? '') : undefined;
  const scopes = textIn('scopes');
  if (scopes !== undefined) body['scopes'] = linesOf(scopes, /[\s,]+/);
  const domains = textIn('allowedEmailDomains');
  if (domains !== undefined) body['allowedEmailDomains'] = linesOf(domains);
  for (const name of ['attributeMapping', 'extraParameters'] as const) {
    const lines = textIn(name);
    if (lines !== undefined) body[name] = pairsPatch(lines, before[name]);
  }
  return body;
}

/** The form of a new connector. */
export interface NewConnectorValues {
  kind: string;
  name: string;
  displayName: string;
  clientId: string;
  clientSecret: string;
  apple: { teamId: string; keyId: string; privateKey: string };
  microsoft: { tenant: string };
  oidc: Record<'issuer' | (typeof endpointNames)[number], string>;
}

/** The request that creates a connector: only what its kind takes. */
export function newConnectorBody({
  kind,
  name: _name,
  apple,
  microsoft,
  oidc,
  ...rest
}: NewConnectorValues): Record<string, unknown> {
  const own = { apple, microsoft, oidc, oauth2: oidc }[kind];
  const part = kind === 'oauth2' ? 'oidc' : kind;
  const filled = own && creationOf(own);
  return {
    ...creationOf(rest),
    ...(filled && Object.keys(filled).length > 0 && { [part]: filled }),
  };
}
