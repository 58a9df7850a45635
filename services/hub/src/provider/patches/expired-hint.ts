import { decodeJwt, decodeProtectedHeader } from 'jose';
import { Provider } from 'oidc-provider';
import type { Client } from 'oidc-provider';

interface Hint {
  header: { kid?: string };
  payload: Record<string, unknown>;
}

type Validate = (jwt: string, client: Client) => Promise<Hint>;

/** Returns undefined if the hint is not a signed token. */
function decoded(jwt: string): Hint | undefined {
  try {
    return { header: decodeProtectedHeader(jwt), payload: decodeJwt(jwt) };
  } catch {
    return undefined;
  }
}

/**
 * Accepts an `id_token_hint` whose signing key was rotated out, if it names this issuer, the client and a user. At the authorization endpoint, a
 * hint only restricts the request to one user, like an unsigned `sub` in `claims` (OpenID Connect Core §3.1.2.1, §5.5.1).
 * Applications keep ID tokens for longer than keys live, and oidc-provider 9.13 rejects a hint with an unknown key. Unnecessary when
 * the library lets the configuration validate hints.
 */
export function acceptExpiredHints(provider: Provider, kids: ReadonlySet<string>): void {
  const model = provider.IdToken as unknown as { validate: Validate };
  const validate = model.validate.bind(model);

  const isExpired = ({ header: { kid }, payload: { iss, aud, sub } }: Hint, client: Client) =>
    kid !== undefined &&
    !kids.has(kid) &&
    iss === provider.issuer &&
    [aud].flat().includes(client.clientId) &&
    typeof sub === 'string';

  model.validate = async (jwt, client) => {
    // A sign-out continues without such a hint and asks for confirmation.
    const hint = Provider.ctx?.oidc.route === 'end_session' ? undefined : decoded(jwt);
    return hint && isExpired(hint, client) ? hint : validate(jwt, client);
  };
}
