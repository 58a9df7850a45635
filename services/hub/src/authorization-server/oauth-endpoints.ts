/** An endpoint of an issuer. */
export interface OAuthEndpoint {
  /** The name in metrics, access log lines and traces. */
  operationId: string;
  methods: readonly string[];
}

const document = (operationId: string): OAuthEndpoint => ({
  operationId,
  methods: ['GET', 'HEAD'],
});

/** The public documents, by path. */
const oauthDocuments: Readonly<Record<string, OAuthEndpoint>> = {
  '.well-known/openid-configuration': document('openidConfiguration'),
  '.well-known/oauth-authorization-server': document('oauthMetadata'),
  // Behind an edge proxy, the gateway serves this document. Without one, the hub is the only server on an issuer's host.
  '.well-known/ssf-configuration': document('ssfConfiguration'),
  'oauth2/jwks': document('oauthKeys'),
  'oauth2/document-keys': document('documentKeys'),
};

/** Metadata of the tenant's own APIs (RFC 9728), by the id of the API. */
const apiMetadata = document('protectedResourceMetadata');
const apiMetadataPath = /^\.well-known\/oauth-protected-resource\/(apr_[^/]+)$/;

/** The id of the API whose metadata is at a path. */
export const apiOfMetadataPath = (path: string): string | undefined =>
  apiMetadataPath.exec(path)?.[1];

/** The public document at a path; undefined where there is none. */
export const oauthDocument = (path: string): OAuthEndpoint | undefined =>
  oauthDocuments[path] ?? (apiOfMetadataPath(path) === undefined ? undefined : apiMetadata);

/** The endpoints, by path; `*` matches one segment. */
const endpoints: Readonly<Record<string, OAuthEndpoint>> = {
  'oauth2/token': { operationId: 'oauthToken', methods: ['POST', 'OPTIONS'] },
  'oauth2/introspect': { operationId: 'oauthIntrospect', methods: ['POST', 'OPTIONS'] },
  'oauth2/revoke': { operationId: 'oauthRevoke', methods: ['POST', 'OPTIONS'] },
  'oauth2/par': { operationId: 'oauthPushAuthorization', methods: ['POST', 'OPTIONS'] },
  'oauth2/device_authorization': {
    operationId: 'oauthAuthorizeDevice',
    methods: ['POST', 'OPTIONS'],
  },
  'oauth2/userinfo': { operationId: 'oauthUserinfo', methods: ['GET', 'POST', 'OPTIONS'] },
  'oauth2/authorize': { operationId: 'oauthAuthorize', methods: ['GET', 'POST'] },
  'oauth2/authorize/*': { operationId: 'oauthResumeAuthorization', methods: ['GET'] },
  'oauth2/logout': { operationId: 'oauthLogout', methods: ['GET', 'POST'] },
  'oauth2/logout/confirm': { operationId: 'oauthConfirmLogout', methods: ['POST'] },
  'oauth2/logout/success': { operationId: 'oauthLoggedOut', methods: ['GET'] },
  activate: { operationId: 'deviceActivate', methods: ['GET', 'POST'] },
  'activate/*': { operationId: 'deviceResume', methods: ['GET'] },
};

/** Returns the endpoint at a path; undefined if there is none. */
export const oauthEndpoint = (path: string): OAuthEndpoint | undefined =>
  endpoints[path] ?? endpoints[path.replace(/\/[^/]+$/, '/*')];
