import type { Transport } from './attempt.ts';

/** An error response of a token endpoint (RFC 6749 §5.2). */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  /** Such as `invalid_client` or `invalid_grant`. */
  readonly error: string;

  constructor(error: string, description?: string) {
    super(description === undefined ? error : `${error}: ${description}`);
    this.error = error;
  }
}

/** A client of a tenant's issuer. */
export interface OAuthClient {
  /** The tenant's issuer, such as `https://acme.id.example.com`. */
  issuer: string;
  clientId: string;
  /** Omit it for a public client. */
  clientSecret?: string;
  /** Scopes, separated by spaces. Default: all that the application is allowed to have. */
  scope?: string;
  /** The API that the token is for (RFC 8707). */
  resource?: string;
  /** Sends requests. Default: the global `fetch`. */
  fetch?: Transport;
}

/** The response of a token endpoint. */
export interface Grant {
  access_token: string;
  expires_in?: number;
  refresh_token?: string;
}

/** The endpoints of the issuer's metadata that the SDK uses. */
export interface IssuerMetadata {
  issuer: string;
  token_endpoint: string;
  device_authorization_endpoint?: string;
  jwks_uri?: string;
  introspection_endpoint?: string;
}

const transportOf = ({ fetch }: Pick<OAuthClient, 'fetch'>): Transport =>
  fetch ?? ((url, init) => globalThis.fetch(url, init));

async function jsonOf<T>(response: Response): Promise<T> {
  const type = response.headers.get('content-type') ?? '';
  const body = type.includes('json') ? ((await response.json()) as Record<string, unknown>) : {};
  if (response.ok) return body as T;
  const { error, error_description: description } = body;
  const code = typeof error === 'string' ? error : `status ${response.status}`;
  throw new OAuthError(code, typeof description === 'string' ? description : undefined);
}

/** Reads the metadata of an issuer, and verifies that they are its own (OpenID Connect Discovery §4.3). */
async function discover(
  client: Pick<OAuthClient, 'issuer' | 'fetch'>,
  signal?: AbortSignal,
): Promise<IssuerMetadata> {
  const issuer = client.issuer.replace(/\/+$/, '');
  const url = `${issuer}/.well-known/openid-configuration`;
  const init = { headers: { accept: 'application/json' }, ...(signal && { signal }) };
  const metadata = await jsonOf<IssuerMetadata>(await transportOf(client)(url, init));
  if (metadata.issuer?.replace(/\/+$/, '') !== issuer)
    throw new TypeError(`${url} names the issuer "${metadata.issuer}"`);
  return metadata;
}

/** The metadata, read once; a failure is not kept. */
export function metadataOf(
  client: Pick<OAuthClient, 'issuer' | 'fetch'>,
): () => Promise<IssuerMetadata> {
  let read: Promise<IssuerMetadata> | undefined;
  return () =>
    (read ??= discover(client).catch((error: unknown) => {
      read = undefined;
      throw error;
    }));
}

/** RFC 6749 §2.3.1: both parts are form-encoded before they are joined. */
const basic = (id: string, secret: string): string => {
  const encoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${btoa(`${encoded(id)}:${encoded(secret)}`)}`;
};

/** Posts a form to an endpoint of the issuer as this client. */
export async function postForm<T>(
  client: OAuthClient,
  url: string,
  form: Record<string, string | undefined>,
  signal?: AbortSignal,
): Promise<T> {
  const { clientId, clientSecret, resource } = client;
  const body = new URLSearchParams();
  const all = { ...form, resource, client_id: clientSecret === undefined ? clientId : undefined };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) body.set(name, value);
  const headers = new Headers({ accept: 'application/json' });
  if (clientSecret !== undefined) headers.set('authorization', basic(clientId, clientSecret));
  // Serialized here: not all transports know URLSearchParams.
  headers.set('content-type', 'application/x-www-form-urlencoded');
  const init = { method: 'POST', headers, body: body.toString(), ...(signal && { signal }) };
  return jsonOf<T>(await transportOf(client)(url, init));
}
