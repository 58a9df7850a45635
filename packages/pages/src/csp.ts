import { randomBytes } from 'node:crypto';

/** What a page may load and where it may send, besides its own style and script. */
export interface ContentPolicy {
  /** Of this response alone; inline style and script carry it. */
  nonce: string;
  /**
   * Origins that forms lead to besides this one; browsers hold redirects after a form against it too. `any`: a form whose receiver
   * redirects to places that are not known here.
   */
  formAction?: readonly string[] | 'any';
  /** Origins of pictures besides this one. */
  images?: readonly string[];
  /** True where a script of the page calls this origin (passkeys). */
  connects?: boolean;
}

const origin = /^https?:\/\/[A-Za-z0-9.:[\]-]+$/;
const nonceForm = /^[A-Za-z0-9_-]{22,}$/;

/** A nonce for one response: 128 random bits. */
export const newNonce = (random: (size: number) => Buffer = randomBytes): string =>
  random(16).toString('base64url');

/** A source of a policy; anything that could end its directive is refused. */
function checked(source: string): string {
  if (!origin.test(source)) throw new TypeError('not an origin for a content security policy');
  return source;
}

const sources = (more: readonly string[] = []): string =>
  ["'self'", ...more.map(checked)].join(' ');

/**
 * The value of `Content-Security-Policy` (CSP Level 3): nothing but what is named, and no frame around it.
 * @throws TypeError for what is no nonce or no origin
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
    ...(formAction === 'any' ? [] : [`form-action ${sources(formAction)}`]),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every page: its policy, and nothing kept, framed, sniffed or told to the next site. */
export const pageHeaders = (policy: ContentPolicy): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(policy),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});
