import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { problem } from '@platform/kit/problem';
import { z } from 'zod';
import { tokenInvalid } from './jws-form.ts';

/** Options of {@link tokenReviews}. Times in milliseconds. */
export interface TokenReviewOptions {
  /** Names of the service accounts whose tokens are reviewed; empty: none. */
  accounts: ReadonlySet<string>;
  /** URL of the API server's collection of token reviews. */
  url: string;
  /** PEM file of the only trusted authorities. */
  caPath: string;
  /** File of this process's token, whose account may create token reviews. */
  tokenPath: string;
  timeoutMs: number;
  /** Called for each review that could not be made, for the log. */
  onFailure?: (error: unknown) => void;
}

/** A token whose signature and claims were verified locally. */
export interface ReviewedToken {
  token: string;
  audience: string;
  /** The verified `sub`. */
  sub: string;
  /** Name of the service account. */
  serviceAccount: string;
}

/**
 * Reviews a token of one of the accounts; accepts all others without a review.
 * @throws 401 `token_invalid` if its account or pod is gone; 503 `upstream_unavailable` if there is
 * no response.
 */
export type ReviewToken = (reviewed: ReviewedToken) => Promise<void>;

const Review = z.object({
  status: z.object({
    authenticated: z.boolean().default(false),
    audiences: z.array(z.string()).default([]),
    user: z.object({ username: z.string().default('') }).default({ username: '' }),
  }),
});

interface Post {
  ca: string;
  timeoutMs: number;
  bearer: string;
  body: string;
}

/**
 * Sends one call to the API server, on a connection of its own. The address comes from
 * configuration.
 */
const post = (url: string, { ca, timeoutMs, bearer, body }: Post): Promise<string> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      agent: false,
      ca,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      const { statusCode } = response;
      if (statusCode === 201) return void text(response).then(resolve, reject);
      outgoing.destroy();
      reject(new Error(`the API server responded with status ${statusCode}`));
    });
    outgoing.end(body);
  });

/**
 * Reviews tokens through the API server (`authentication.k8s.io/v1`). A signature outlives the
 * account and the pod that the token was issued for; only the API server knows whether they still
 * exist. Results are not cached, since reviewed callers call rarely.
 */
export function tokenReviews(options: TokenReviewOptions): ReviewToken {
  const { accounts, url, caPath, tokenPath, timeoutMs, onFailure = () => {} } = options;

  async function statusOf(token: string, audience: string) {
    // Both are read for each review, since the kubelet rotates them.
    const [ca, own] = await Promise.all([readFile(caPath, 'utf8'), readFile(tokenPath, 'utf8')]);
    const answer = await post(url, {
      ca,
      timeoutMs,
      bearer: own.trim(),
      body: JSON.stringify({
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenReview',
        spec: { token, audiences: [audience] },
      }),
    });
    return Review.parse(JSON.parse(answer)).status;
  }

  return async function review({ token, audience, sub, serviceAccount }) {
    if (!accounts.has(serviceAccount)) return;
    const status = await statusOf(token, audience).catch((cause: unknown) => {
      onFailure(cause);
      throw problem('upstream_unavailable', {
        detail: 'the token cannot be reviewed at the moment',
        headers: { 'Retry-After': '5' },
        cause,
      });
    });
    const isGood =
      status.authenticated && status.user.username === sub && status.audiences.includes(audience);
    if (!isGood) throw tokenInvalid('the cluster no longer accepts the token');
  };
}
