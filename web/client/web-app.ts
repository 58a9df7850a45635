/** A web application, as it names itself to the hub and the gateway. */
export type WebAppName = 'console' | 'account' | 'setup';

/** The headers of every request: without them the session cookie is ignored. */
export const appHeaders = (app: WebAppName): Record<string, string> => ({ 'x-web-app': app });

/** Marks a request that the user did not cause: it keeps no idle session alive. */
export const backgroundHeaders: Record<string, string> = { 'x-web-activity': 'background' };

/** The application whose page this is. */
export function appOf({ pathname }: Pick<Location, 'pathname'>): WebAppName {
  const [, first = ''] = pathname.split('/');
  return first === 'console' || first === 'setup' ? first : 'account';
}

/** Where the user signs in to an application, and comes back to `returnTo`. */
export function signInUrl(
  app: WebAppName,
  { returnTo, acr, maxAgeSeconds }: { returnTo: string; acr?: string; maxAgeSeconds?: number },
): string {
  const query = new URLSearchParams({ app, returnTo });
  if (acr !== undefined) query.set('acr', acr);
  if (maxAgeSeconds !== undefined) query.set('maxAge', String(maxAgeSeconds));
  return `/web/sign-in?${query}`;
}
