import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import { parseCookies, setCookie } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import { methodNotAllowed, problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import { seeOther } from '../login-pages/frame/send-page.ts';
import type { PageHostOf } from '../login/page-host.ts';
import type { TestSignInRecord } from './test-sign-in-store.ts';
import type { TestSignIns } from './test-sign-ins.ts';

export interface TestSignInSurfaceOptions {
  pageHostOf: PageHostOf;
  tests: Pick<TestSignIns, 'begin' | 'complete'>;
}

const cookieName = '__Host-test-sign-in';
const cookieSeconds = 900;

/** Where the setup shows a test. */
const resultPath = ({ id, connectionId }: Pick<TestSignInRecord, 'id' | 'connectionId'>): string =>
  `/setup/connections/${connectionId}/test-sign-ins/${id}`;

const unknown = () =>
  problem('not_found', { detail: 'The test does not exist or has expired; start a new one' });

/** `/federation/test-sign-ins/{id}`, which a tab of the setup opens, and `…/callback`, where it comes back from the provider. */
export function testSignInSurface({ pageHostOf, tests }: TestSignInSurfaceOptions): Surface {
  async function tenantOf({ headers }: IncomingMessage): Promise<DirectoryTenant> {
    const found = await pageHostOf(headers.host);
    if (found?.tenant.state !== 'active') throw problem('not_found');
    return found.tenant;
  }

  async function begin(req: IncomingMessage, res: ServerResponse, id: string): Promise<void> {
    const begun = await tests.begin(await tenantOf(req), id);
    if (!begun) throw unknown();
    if (begun.url === undefined) return seeOther(res, resultPath(begun.test));
    const cookie = setCookie(cookieName, begun.browser, { maxAgeSeconds: cookieSeconds });
    res.appendHeader('set-cookie', cookie);
    seeOther(res, begun.url);
  }

  async function complete(
    req: IncomingMessage,
    res: ServerResponse,
    { id, query }: { id: string; query: string },
  ): Promise<void> {
    const browser = parseCookies(req.headers.cookie).get(cookieName) ?? '';
    const response = Object.fromEntries(new URLSearchParams(query));
    const test = await tests.complete(await tenantOf(req), id, { browser, query: response });
    if (!test) throw unknown();
    seeOther(res, resultPath(test));
  }

  return {
    owns: ({ segments: [first, second, , action, ...rest] }) =>
      first === 'federation' &&
      second === 'test-sign-ins' &&
      rest.length === 0 &&
      (action === undefined || action === 'callback'),
    async handle(req, res, { line: { segments, query }, requestId }) {
      noteAccess({ operationId: 'testSignIn' });
      res.setHeader('x-request-id', requestId);
      if (req.method !== 'GET') throw methodNotAllowed(req.method, ['GET']);
      const id = segments[2] ?? '';
      await (segments[3] === 'callback' ? complete(req, res, { id, query }) : begin(req, res, id));
    },
  };
}
