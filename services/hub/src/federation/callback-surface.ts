import type { IncomingMessage, ServerResponse } from 'node:http';
import { isId } from '@platform/contracts';
import type { DirectoryTenant } from '@platform/kit/auth';
import { checkMediaType, parseForm, readBody } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import type { ProviderResponse } from './brokered-identity.ts';
import type { PostedResponses } from './posted-responses.ts';
import { connectionUrls } from '@platform/relying-party';

export interface CallbackOptions {
  /** Resolves the host, which can be a login domain: identity providers send browsers back to the host that they came from. */
  pageHostOf: (host: string | undefined) => Promise<{ tenant: DirectoryTenant } | null>;
  responses: PostedResponses;
  /** Responses to sign-ins that test a connection. */
  tests: {
    keepResponse(tenantId: string, id: string, form: ProviderResponse): Promise<string | undefined>;
  };
}

/** A SAML response can contain certificates and many groups. */
const maxFormBytes = 512 * 1024;
const uidPattern = /^[A-Za-z0-9_-]{8,64}$/;

/** Attempts to link an identity, which begin in the account. */
const linkPattern = /^link-usr_[0-9a-z]{26}$/;
/** The page of the account that passes the response on, with its session. */
const linkPage = '/account/connections';

/** Returns the login that a state belongs to. */
function uidOf(state: string | undefined): string {
  const [uid = ''] = (state ?? '').split('.');
  if (!uidPattern.test(uid)) throw problem('not_found');
  return uid;
}

/** The path of a login, or of a sign-in that tests a connection. */
const pathOf = (uid: string): string =>
  isId('testSignIn', uid) ? `/federation/test-sign-ins/${uid}` : `/login/${uid}`;

const redirect = (res: ServerResponse, location: string): void => {
  res.writeHead(303, {
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-length': 0,
  });
  res.end();
};

/**
 * Receives the responses of identity providers at `/login/callback/{provider}`, `/federation/{directoryId}/callback` and `/acs`. It only
 * redirects the browser to its login, or to the account, with the response; the login then checks by its cookie that this browser began it. Also
 * serves the platform's SAML metadata for a directory at `/federation/{directoryId}/metadata`.
 */
export function callbackSurface({ pageHostOf, responses, tests }: CallbackOptions): Surface {
  async function activeTenant(req: IncomingMessage): Promise<DirectoryTenant> {
    const found = await pageHostOf(req.headers.host);
    if (found?.tenant.state !== 'active') throw problem('not_found');
    return found.tenant;
  }

  function returned(res: ServerResponse, query: string): void {
    const uid = uidOf(new URLSearchParams(query).get('state') ?? undefined);
    if (linkPattern.test(uid)) return toAccount(res, query);
    redirect(res, `${pathOf(uid)}/callback?${query}`);
  }

  /** The response is in the fragment, which no server logs. The identity service checks that it belongs to the user of the session. */
  const toAccount = (res: ServerResponse, query: string): void =>
    redirect(res, `${linkPage}#${query}`);

  async function posted(req: IncomingMessage, res: ServerResponse): Promise<void> {
    checkMediaType(req, ['application/x-www-form-urlencoded']);
    const form = parseForm(await readBody(req, maxFormBytes));
    const uid = uidOf(form['state'] ?? form['RelayState']);
    if (linkPattern.test(uid)) return toAccount(res, new URLSearchParams(form).toString());
    const { id: tenantId } = await activeTenant(req);
    const handle = await (isId('testSignIn', uid)
      ? tests.keepResponse(tenantId, uid, form)
      : responses.keep({ tenantId, uid }, form));
    if (handle === undefined) throw problem('not_found');
    redirect(res, `${pathOf(uid)}/callback?handle=${handle}`);
  }

  async function metadata(req: IncomingMessage, res: ServerResponse, connection: string) {
    const { issuer } = await activeTenant(req);
    const { entityId, acsUrl } = connectionUrls(issuer, connection);
    const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
    const xml = generateServiceProviderMetadata({
      issuer: entityId,
      callbackUrl: acsUrl,
      wantAssertionsSigned: true,
      identifierFormat: null,
    });
    res.writeHead(200, {
      'content-type': 'application/samlmetadata+xml',
      'cache-control': 'max-age=300',
    });
    res.end(req.method === 'HEAD' ? undefined : xml);
  }

  return {
    owns: ({ segments: [first, second, third, ...rest] }) =>
      rest.length === 0 &&
      third !== undefined &&
      ((first === 'login' && second === 'callback') ||
        (first === 'federation' && ['callback', 'acs', 'metadata'].includes(third))),
    async handle(req, res, { line: { segments, query }, requestId }) {
      noteAccess({ operationId: 'federationCallback' });
      res.setHeader('x-request-id', requestId);
      const isGet = req.method === 'GET' || req.method === 'HEAD';
      if (segments[2] === 'metadata' && segments[0] === 'federation' && isGet)
        await metadata(req, res, segments[1] ?? '');
      else if (segments[2] !== 'acs' && isGet) returned(res, query);
      else if (req.method === 'POST') await posted(req, res);
      else throw problem('method_not_allowed', { headers: { allow: 'GET, HEAD, POST' } });
    },
  };
}
