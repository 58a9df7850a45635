import { randomBytes } from 'node:crypto';

/** What a page may load and submit to, besides its own style and script. */
export interface ContentPolicy {
  /** For this response only; inline style and script carry it. */
  nonce: string;
  /**
   * Other origins that forms submit to, or schemes of native applications such as `com.example.app:`; browsers also apply it to redirects after a form. `any`: the receiver redirects to origins
   * that are not known here.
   */
  formAction?: readonly string[] | 'any';
  /** Other origins of images. */
  images?: readonly string[];
  /** Whether a script of the page calls this origin (passkeys). */
  connects?: boolean;
}

const origin = /^https?:\/\/[A-Za-z0-9.:[\]-]+$/;
/** A private-use scheme (RFC 8252 §7.1): the dot tells it from `data:` and `javascript:`. */
const privateScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
const nonceForm = /^[A-Za-z0-9_-]{22,}$/;

/** A nonce for one response: 128 random bits. */
export const newNonce = (random: (size: number) => Buffer = randomBytes): string =>
  random(16).toString('base64url');

/** Checks a source of a policy; rejects anything that could end its directive. */
function checked(source: string): string {
  if (!origin.test(source)) throw new TypeError('not an origin for a content security policy');
  return source;
}

const sources = (more: readonly string[] = []): string =>
  ["'self'", ...more.map(checked)].join(' ');

const formTargets = (more: readonly string[] = []): string =>
  ["'self'", ...more.map((target) => (privateScheme.test(target) ? target : checked(target)))].join(
    ' ',
  );

/**
 * The value of `Content-Security-Policy` (CSP Level 3): allows only what is named, and no framing. @throws TypeError for an
 * invalid nonce or origin
 */
export function contentSecurityPolicy({
  nonce,
  formAction,
  images,
  connects,
}: ContentPolicy): string {
  if (!nonceForm.test(nonce)) throw new TypeError('not a nonce');
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${sources(images)}`,
    "font-src 'self'",
    ...(connects ? ["connect-src 'self'"] : []),
    ...(formAction === 'any' ? [] : [`form-action ${formTargets(formAction)}`]),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every page: its policy, and no caching, framing, sniffing or referrer. */
export const pageHeaders = (policy: ContentPolicy): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(policy),
  'cache-control': 'no-store',
  // Not even a page of the same origin keeps a handle to a page of a sign-in that it opened.
  'cross-origin-opener-policy': 'noopener-allow-popups',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});
