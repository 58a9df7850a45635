import type { IncomingMessage } from 'node:http';
import type { Surface } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';

/** First segments of the paths at which users sign in. */
const guarded: ReadonlySet<string> = new Set(['login', 'federation', 'activate']);

const isGuarded = (segments: readonly string[]): boolean =>
  guarded.has(segments[0] ?? '') || (segments[0] === 'oauth2' && segments[1] === 'authorize');

/**
 * Browsers that send `Sec-Fetch-Mode` also send `Sec-Fetch-Site`, and scripts can change neither. A program without the latter, such as
 * `fetch` of Node.js, has no cookies of the browser.
 */
const isNavigation = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] === undefined ||
  (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate';

/**
 * The web applications share their origin with the pages of sign-ins. So that a script which gets into one of them can neither read a
 * page of a sign-in nor open one and act in it, these pages answer only navigations, and have no opener. `isExempt`: what pages load.
 */
export const navigationOnly = (
  surface: Surface,
  isExempt: (segments: readonly string[]) => boolean = () => false,
): Surface => ({
  ...surface,
  async handle(req, res, context) {
    const { segments } = context.line;
    if (!isGuarded(segments) || isExempt(segments)) return surface.handle(req, res, context);
    res.setHeader('cross-origin-opener-policy', 'noopener-allow-popups');
    if (isNavigation(req)) return surface.handle(req, res, context);
    noteAccess({ operationId: 'navigationOnly' });
    throw problem('caller_not_allowed', {
      detail: 'This address can only be opened by a navigation of the browser',
    });
  },
});
