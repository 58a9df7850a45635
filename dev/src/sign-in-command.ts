import { parseArgs } from 'node:util';
import { AuthorizationResponseError } from 'openid-client';
import { localFetchTrusting } from './local-fetch.ts';
import { walkPages } from './page-walk.ts';
import { DEFAULT_DATA_DIR } from './platform.ts';
import { authorityIn, readyIn, tenantNamed } from './ready-platform.ts';
import { signInAsBrowser, terminalRedirectUri } from './sign-in.ts';

const USAGE = `npm run sign-in -- --user EMAIL --password PASSWORD [options]
  --tenant SLUG    tenant of the user (default: demo)
  --client ID      print an access token for this native application, which must have the redirect URI
                   ${terminalRedirectUri}; without this option, sign in to the
                   demo application and print the heading of each page
  --scope 'A B'    scopes to request (default: openid)
  --agree          agree to the legal documents that the demo application's sign-in shows
  --data DIR       data folder of the platform (default: .platform)`;

/** The error that an application receives, in one line. */
const reasonOf = (error: unknown): string =>
  error instanceof AuthorizationResponseError
    ? `${error.error}: ${error.error_description ?? ''}`
    : String(error instanceof Error ? error.message : error);

function read(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      tenant: { ...text, default: 'demo' },
      client: text,
      user: text,
      password: text,
      scope: { ...text, default: 'openid' },
      agree: { type: 'boolean', default: false },
      data: { ...text, default: DEFAULT_DATA_DIR },
    },
  });
  const { user: email, password, ...rest } = values;
  if (!email || !password) throw new Error(USAGE);
  return { ...rest, email, password };
}

/** `npm run sign-in`. Returns the exit code. */
export async function signInMain(
  args: readonly string[],
  say: (line: string) => void = console.log,
): Promise<number> {
  try {
    const { tenant, client, email, password, scope, agree, data } = read(args);
    const ready = readyIn(data);
    const fetch = localFetchTrusting(authorityIn(data));
    if (client === undefined) {
      const start = new URL(`${ready.application}/${tenant}/sign-in`);
      await walkPages(start, { email, password, agrees: agree }, { say, fetch });
      return 0;
    }
    const { issuer } = tenantNamed(tenant, ready);
    say(
      (await signInAsBrowser({ issuer, clientId: client, email, password, scope, fetch }))
        .accessToken,
    );
    return 0;
  } catch (error) {
    console.error(reasonOf(error));
    return 1;
  }
}
