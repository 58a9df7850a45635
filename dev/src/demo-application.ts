import { showSignedIn, showSignedOut, showTenants } from './demo-application-pages.ts';
import { demoSession } from './demo-session.ts';
import type { DemoApplication, DemoApplicationOptions } from './demo-session.ts';
import { callBack, refresh, startDemoSignIn, signOut } from './demo-sign-in.ts';
import { devPages, redirectTo, startWebsite } from './web-server.ts';
import type { WebRequest, Website } from './web-server.ts';

async function answer(application: DemoApplication, request: WebRequest): Promise<void> {
  const [slug, action] = request.path;
  if (slug === undefined) return showTenants(application, request);
  if (!application.clients.has(slug)) return redirectTo(request.res, '/');
  const isForm = request.req.method === 'POST';
  if (action === 'sign-in') return startDemoSignIn(application, request, slug);
  if (action === 'callback') return callBack(application, request, slug);
  if (action === 'refresh' && isForm) return refresh(application, request, slug);
  if (action === 'sign-out' && isForm) return signOut(application, request, slug);
  const [, session] = demoSession(application, request, slug) ?? [];
  return session?.tokens
    ? showSignedIn(application, request, session)
    : showSignedOut(application, request, slug);
}

/**
 * An ordinary application that people sign in to, with one path per tenant, built with a standard client library: it knows only
 * the issuers of the platform.
 */
export function startDemoApplication(options: DemoApplicationOptions): Promise<Website> {
  const { port, host } = options;
  const pages = devPages();
  const application: DemoApplication = {
    ...options,
    pages,
    base: `http://localhost:${port}`,
    sessions: new Map(),
    configurations: new Map(),
  };
  return startWebsite(pages, { port, host }, (request) => answer(application, request));
}
