import { webAssetsPath } from './web-build.ts';

/** Path that browsers report violations of the policy to. */
const webReportsPath = '/web/reports';

/**
 * The content policy of the web applications: scripts and styles come from their files alone, nothing is inline, and no library can
 * write HTML. The nonce is for style elements that components add, never for scripts.
 * @param origin of the tenant's host
 */
const contentPolicy = (origin: string, nonce: string): string => {
  const assets = origin + webAssetsPath;
  return [
    "default-src 'none'",
    `script-src ${assets}`,
    `style-src ${assets} ${origin}/login/theme/ 'nonce-${nonce}'`,
    `font-src ${assets}`,
    "img-src 'self'",
    "connect-src 'self'",
    `frame-src ${origin}/web/preview/`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    'report-to web',
  ].join('; ');
};

/** Headers of a shell. */
export const shellHeaders = (origin: string, nonce: string): Record<string, string> => ({
  'content-security-policy': contentPolicy(origin, nonce),
  'reporting-endpoints': `web="${origin}${webReportsPath}"`,
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});
