import { readFile } from 'node:fs/promises';
import { problem } from '@platform/kit/problem';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { tokenInvalid } from './jws-form.ts';

/** Where tokens are reviewed, and whose. Times in milliseconds. */
export interface TokenReviewOptions {
  /** Names of the service accounts whose tokens are reviewed; none: no token is. */
  accounts: ReadonlySet<string>;
  /** The API server's collection of token reviews. */
  url: string;
  /** PEM of the only authorities trusted. */
  caPath: string;
  /** Token of this process, whose account may create token reviews. */
  tokenPath: string;
  timeoutMs: number;
  /** Told of each review that could not be made, for the log. */
  onFailure?: (error: unknown) => void;
}

/** A token that was verified by itself. */
export interface ReviewedToken {
  token: string;
  audience: string;
  /** The `sub` that it was verified for. */
  sub: string;
  /** Name of the service account. */
  serviceAccount: string;
}

/**
 * Asks the API server about a token of one of the accounts, and lets every other pass.
 * @throws 401 `token_invalid` when its account or pod is gone; 503 `upstream_unavailable` when there is no answer.
 */
export type ReviewToken = (reviewed: ReviewedToken) => Promise<void>;

const Review = z.object({
  status: z.object({
    authenticated: z.boolean().default(false),
    audiences: z.array(z.string()).default([]),
    user: z.object({ username: z.string().default('') }).default({ username: '' }),
  }),
});

/**
 * Reviews of tokens by the API server (`authentication.k8s.io/v1`). A signature outlives the account and the pod that the token was
 * made for; only the API server knows that they still exist. Answers are not kept: those who are reviewed call rarely.
 */
export function tokenReviews(options: TokenReviewOptions): ReviewToken {
  const { accounts, url, caPath, tokenPath, timeoutMs, onFailure = () => {} } = options;

  async function statusOf(token: string, audience: string) {
    // Both are read at each review, since the kubelet rotates them.
    const [ca, own] = await Promise.all([readFile(caPath, 'utf8'), readFile(tokenPath, 'utf8')]);
    const dispatcher = new Agent({ connect: { ca, timeout: timeoutMs } });
    try {
      const { statusCode, body } = await request(url, {
        method: 'POST',
        dispatcher,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        headers: { authorization: `Bearer ${own.trim()}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          apiVersion: 'authentication.k8s.io/v1',
          kind: 'TokenReview',
          spec: { token, audiences: [audience] },
        }),
      });
      const answer = await body.text();
      if (statusCode !== 201) throw new Error(`the API server answered ${statusCode}`);
      return Review.parse(JSON.parse(answer)).status;
    } finally {
      void dispatcher.destroy();
    }
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
    if (!isGood) throw tokenInvalid('the cluster does not accept the token any more');
  };
}
