import { connectorIssuers, providerKind } from '@platform/contracts';
import type { ProviderKind } from '@platform/contracts';
import type { Upstream } from '@platform/relying-party';
import type { ConnectorSettings, Discovery } from '../connectors/connectors.ts';

/** The endpoints and the protocol of a provider. */
export interface ProviderEndpoints {
  upstream: Upstream;
  /** The provider issues ID tokens; otherwise `userinfoUrl` returns the identity. */
  isOidc: boolean;
  /** Only for providers without ID tokens. */
  userinfoUrl?: string;
  /** Identifies the person together with the subject. */
  issuer?: string;
  /** Path of the subject in the response of `userinfoUrl`. */
  subjectPath: readonly string[];
}

interface FixedEndpoints {
  issuer: string;
  authorize: string;
  token: string;
  userinfo: string;
  subject: string;
}

const facebookApi = 'https://graph.facebook.com/v23.0';

/** Providers without a discovery document. */
const fixed: Partial<Record<ProviderKind, FixedEndpoints>> = {
  github: {
    issuer: connectorIssuers.github,
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    userinfo: 'https://api.github.com/user',
    subject: 'id',
  },
  discord: {
    issuer: connectorIssuers.discord,
    authorize: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    userinfo: 'https://discord.com/api/users/@me',
    subject: 'id',
  },
  facebook: {
    issuer: connectorIssuers.facebook,
    authorize: 'https://www.facebook.com/v23.0/dialog/oauth',
    token: `${facebookApi}/oauth/access_token`,
    userinfo: `${facebookApi}/me?fields=id,name,first_name,last_name,email`,
    subject: 'id',
  },
  x: {
    issuer: connectorIssuers.x,
    authorize: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    userinfo: 'https://api.x.com/2/users/me?user.fields=profile_image_url',
    subject: 'data.id',
  },
};

const fixedEndpoints = (known: FixedEndpoints): ProviderEndpoints => ({
  upstream: {
    issuer: known.issuer,
    authorizationEndpoint: known.authorize,
    tokenEndpoint: known.token,
  },
  isOidc: false,
  userinfoUrl: known.userinfo,
  issuer: known.issuer,
  subjectPath: [known.subject],
});

const discovered = (discovery: Discovery): ProviderEndpoints => ({
  upstream: {
    issuer: discovery.issuer,
    authorizationEndpoint: discovery.authorization_endpoint,
    tokenEndpoint: discovery.token_endpoint,
    jwksUri: discovery.jwks_uri,
    userinfoEndpoint: discovery.userinfo_endpoint,
    sendsIssuer: discovery.authorization_response_iss_parameter_supported,
  },
  isOidc: true,
  subjectPath: ['sub'],
});

/** Endpoints that the tenant configured; saving the connector validated them for its kind. */
function given(
  kind: ProviderKind,
  oidc: NonNullable<ConnectorSettings['oidc']>,
): ProviderEndpoints | undefined {
  const { authorizationEndpoint, tokenEndpoint, jwksUri, userinfoEndpoint } = oidc;
  if (!authorizationEndpoint || !tokenEndpoint || !userinfoEndpoint) return undefined;
  const isOidc = kind === 'oidc';
  return {
    upstream: { authorizationEndpoint, tokenEndpoint, jwksUri, userinfoEndpoint },
    isOidc,
    userinfoUrl: userinfoEndpoint,
    issuer: isOidc ? undefined : new URL(userinfoEndpoint).origin,
    subjectPath: ['sub', 'id', 'user_id'],
  };
}

/** The endpoints of a provider; undefined until its discovery document has been read. */
export function providerEndpoints(
  provider: string,
  { oidc }: Pick<ConnectorSettings, 'oidc'>,
  discovery: Discovery | null,
): ProviderEndpoints | undefined {
  const kind = providerKind(provider) ?? 'oidc';
  const known = fixed[kind];
  if (known) return fixedEndpoints(known);
  if (discovery) return discovered(discovery);
  return oidc && oidc.issuer === undefined ? given(kind, oidc) : undefined;
}
