import { invalid } from '@platform/kit/problem';
import type { SignInApp } from './web-app-rules.ts';

/** What `/web/sign-in` is asked for. */
export interface SignInWish {
  app: SignInApp;
  returnTo: string;
  acr: string | undefined;
  maxAgeSeconds: number | undefined;
}

const apps: readonly string[] = ['console', 'account'] satisfies SignInApp[];
const acrForm = /^[a-z0-9]{1,16}$/;
const longestAge = 86_400;
const longestPath = 1_000;

/** A path below the application, as a browser reads it; nothing that leads to another host. */
function pathBelow(app: SignInApp, path: string | null): string {
  const home = `/${app}`;
  if (path === null) return home;
  const base = 'https://host.invalid';
  const url = URL.canParse(path, base) ? new URL(path, base) : undefined;
  const isBelow =
    path.length <= longestPath &&
    url?.origin === base &&
    (url.pathname === home || url.pathname.startsWith(`${home}/`));
  if (!isBelow)
    throw invalid('/returnTo', 'invalid_format', `must be a path that begins with ${home}`);
  return url.pathname + url.search;
}

function ageOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (seconds > longestAge)
    throw invalid('/maxAge', 'invalid_format', `must be a number of seconds up to ${longestAge}`);
  return seconds;
}

/** Reads the query of `/web/sign-in`. @throws 422 that names the parameter */
export function signInWish(query: URLSearchParams): SignInWish {
  const app = query.get('app') ?? '';
  if (!apps.includes(app))
    throw invalid('/app', 'invalid_format', `must be one of ${apps.join(', ')}`);
  const acr = query.get('acr') ?? undefined;
  if (acr !== undefined && !acrForm.test(acr))
    throw invalid('/acr', 'invalid_format', 'must be the name of an assurance level');
  const known = app as SignInApp;
  return {
    app: known,
    returnTo: pathBelow(known, query.get('returnTo')),
    acr,
    maxAgeSeconds: ageOf(query.get('maxAge')),
  };
}
