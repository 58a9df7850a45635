import { tellTabs } from './session-channel.ts';
import { signInUrl } from './web-app.ts';
import type { WebAppName } from './web-app.ts';

/** Where a sign-in in a tab of its own ends, below the application: the page there calls {@link finishSignInTab}. */
export const signedInPath = '/signed-in';

/** Where the user signs in again in a tab of its own, so that this page keeps what is in it. */
export const signInTabUrl = (
  app: WebAppName,
  wish: { acr?: string; maxAgeSeconds?: number },
): string => signInUrl(app, { returnTo: `/${app}${signedInPath}`, ...wish });

/** Tells the tab that waits, and closes this one. Browsers keep tabs open that no script has opened: then the page says what to do. */
export function finishSignInTab(app: WebAppName): void {
  tellTabs({ type: 'signed-in', app });
  window.close();
}
