import { decodeJwt, decodeProtectedHeader } from 'jose';
import { Provider } from 'oidc-provider';
import type { Client } from 'oidc-provider';

interface Hint {
  header: { kid?: string };
  payload: Record<string, unknown>;
}

type Validate = (jwt: string, client: Client) => Promise<Hint>;

/** What a hint says; undefined where it is no signed token. */
function decoded(jwt: string): Hint | undefined {
  try {
    return { header: decodeProtectedHeader(jwt), payload: decodeJwt(jwt) };
  } catch {
    return undefined;
  }
}

/**
 * An application keeps an ID token for longer than the key lives that signed it. At the authorization endpoint an `id_token_hint`
 * only narrows the request to one user, as `sub` in `claims` does, which needs no signature (OpenID Connect Core §3.1.2.1, §5.5.1).
 * A hint under a key that is gone is therefore taken at its word, where it names this issuer, the client and a user. Under a key
 * that is known, its signature must be right.
 */
export function acceptSpentHints(provider: Provider, kids: ReadonlySet<string>): void {
  const model = provider.IdToken as unknown as { validate: Validate };
  const validate = model.validate.bind(model);

  const isSpent = ({ header: { kid }, payload: { iss, aud, sub } }: Hint, client: Client) =>
    kid !== undefined &&
    !kids.has(kid) &&
    iss === provider.issuer &&
    [aud].flat().includes(client.clientId) &&
    typeof sub === 'string';

  model.validate = async (jwt, client) => {
    // A sign-out goes on without such a hint, and asks.
    const hint = Provider.ctx?.oidc.route === 'end_session' ? undefined : decoded(jwt);
    return hint && isSpent(hint, client) ? hint : validate(jwt, client);
  };
}
