import { postForm } from './oauth.ts';
import type { IssuerMetadata, OAuthClient } from './oauth.ts';

/** Asks the issuer about each token, so that revoked tokens are rejected before they expire. */
export interface IntrospectionOptions {
  /** A confidential application of the tenant; it needs no scopes. */
  clientId: string;
  clientSecret: string;
  /** Seconds that a response is reused for the same token. Default: 5. */
  maxAgeSeconds?: number;
}

interface Answer {
  until: number;
  isActive: Promise<boolean>;
}

const maxAnswers = 10_000;

/** Makes a function that asks whether the issuer still considers a token active (RFC 7662). */
export function introspection(
  client: OAuthClient,
  readMetadata: () => Promise<IssuerMetadata>,
  maxAgeSeconds = 5,
): (token: string) => Promise<boolean> {
  const answers = new Map<string, Answer>();

  async function ask(token: string): Promise<boolean> {
    const { introspection_endpoint: endpoint } = await readMetadata();
    if (endpoint === undefined) throw new TypeError(`${client.issuer} has no introspection`);
    const form = { token, token_type_hint: 'access_token' };
    const { active } = await postForm<{ active?: unknown }>(client, endpoint, form);
    return active === true;
  }

  return (token) => {
    const known = answers.get(token);
    if (known && Date.now() < known.until) return known.isActive;
    // Maps keep the order of insertion: the first is the oldest.
    for (const oldest of answers.keys()) {
      if (answers.size < maxAnswers) break;
      answers.delete(oldest);
    }
    const answer = { until: Date.now() + maxAgeSeconds * 1000, isActive: ask(token) };
    answers.delete(token);
    answers.set(token, answer);
    // The next request asks again.
    answer.isActive.catch(() => answers.get(token) === answer && answers.delete(token));
    return answer.isActive;
  };
}
