import type { Request, Response } from 'express';
import express from 'express';
import { allScopes, openApiDocumentInPieces, ssfScopes } from '@platform/contracts';
import type { ProblemCode } from '@platform/contracts';
import { digestTag } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { bodies } from './compression.ts';
import { commonHeaders, sendGatewayProblem } from '../answer.ts';
import type { GatewayConfig } from '../config.ts';
import type { Exchange } from '../exchange.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { Hosts } from '../hosts.ts';
import { inPieces } from './in-pieces.ts';
import { isProblemPath, problemPage, problemPagePolicy } from './problem-page.ts';
import { securityText } from './security-text.ts';
import { pagePolicy, referencePage } from './reference-page.ts';
import { apiVersion } from './version.ts';
import { yamlText } from './yaml-text.ts';

const securityPath = '/.well-known/security.txt';
const metadataPath = '/.well-known/oauth-protected-resource';
/** Where the public documents are, besides the pages of problems below `/problems/`. */
export const documentPaths: ReadonlySet<string> = new Set([
  '/openapi.json',
  '/openapi.yaml',
  '/docs',
  securityPath,
  metadataPath,
  `${metadataPath}/api/v1`,
]);

/** Whether the path is a public document. Paths are compared exactly: nothing is decoded or redirected. */
export const isDocument = (rawPath: string): boolean =>
  documentPaths.has(rawPath) || isProblemPath(rawPath);

interface Document {
  type: string;
  bodyFor: ReturnType<typeof bodies>;
  tag: string;
  headers?: Record<string, string>;
}

const documentOf = (
  type: string,
  text: string,
  headers: Record<string, string> = {},
): Document => ({ type, bodyFor: bodies(text), tag: digestTag(text), headers });

/** Computes a value once; a failure is retried by the next caller. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
};

/** Serves the public documents: the API description, its page, and the protected resource metadata (RFC 9728). */
export function documentServer({
  config,
  hosts,
  isTls,
  context,
}: {
  config: Pick<GatewayConfig, 'publicBaseUrl' | 'issuer' | 'securityContacts'>;
  hosts: Hosts;
  isTls: boolean;
  context: () => GatewayContext;
}): (x: Exchange) => void {
  const exchanges = new WeakMap<object, Exchange>();
  const publicBase = config.publicBaseUrl.replace(/\/+$/, '');
  const described = once(() =>
    inPieces(
      openApiDocumentInPieces({
        serverUrl: publicBase,
        tenantIssuer: hosts.issuerOfSlug('your-tenant'),
        version: apiVersion,
      }),
    ),
  );
  const json = once(async () =>
    documentOf('application/json; charset=utf-8', JSON.stringify(await described())),
  );
  const yaml = once(async () =>
    documentOf('application/yaml; charset=utf-8', await inPieces(yamlText(await described()))),
  );
  const page = once(async () =>
    documentOf('text/html; charset=utf-8', await inPieces(referencePage(await described())), {
      'content-security-policy': pagePolicy,
      'referrer-policy': 'no-referrer',
    }),
  );

  const explained = (code: ProblemCode): Document =>
    documentOf('text/html; charset=utf-8', problemPage(code), {
      'content-security-policy': problemPagePolicy,
      'referrer-policy': 'no-referrer',
    });

  async function send(
    req: Request,
    res: Response,
    { type, bodyFor, tag, headers = {} }: Document,
  ): Promise<void> {
    const x = exchanges.get(req)!;
    const all = {
      ...commonHeaders(x, isTls),
      'cache-control': 'public, max-age=300',
      etag: tag,
      vary: 'Accept-Encoding, Origin',
      ...headers,
    };
    const seen = req.headers['if-none-match'];
    // RFC 9110 §13.1.2: the comparison is weak.
    if (seen?.split(',').some((t) => t.trim() === '*' || t.trim().replace(/^W\//, '') === tag))
      return void res.writeHead(304, all).end();
    const { body, encoding } = await bodyFor(req.headers['accept-encoding']);
    x.bytesOut = req.method === 'HEAD' ? 0 : body.length;
    res
      .writeHead(200, {
        ...all,
        ...(encoding ? { 'content-encoding': encoding } : {}),
        'content-type': type,
        'content-length': body.length,
      })
      .end(req.method === 'HEAD' ? undefined : body);
  }

  const metadata =
    (suffix: string) =>
    (req: Request, res: Response): Promise<void> =>
      send(
        req,
        res,
        documentOf(
          'application/json; charset=utf-8',
          JSON.stringify({
            // RFC 9728 §3.3: clients compare it with the URL that they requested.
            resource: `${hosts.baseUrlOf(req.headers.host)}${suffix}`,
            authorization_servers: [hosts.issuerOf(req.headers.host)],
            scopes_supported: [...allScopes, ...ssfScopes],
            bearer_methods_supported: ['header'],
          }),
        ),
      );

  const app = express();
  app.disable('x-powered-by');
  app.get('/openapi.json', async (req, res) => send(req, res, await json()));
  app.get('/openapi.yaml', async (req, res) => send(req, res, await yaml()));
  app.get('/docs', async (req, res) => send(req, res, await page()));
  app.get('/problems/:code', (req, res) =>
    send(req, res, explained(req.params.code as ProblemCode)),
  );
  app.get(securityPath, async (req, res, next) => {
    const contacts = config.securityContacts;
    if (contacts.length === 0) return next(problem('not_found'));
    const text = securityText({ contacts, baseUrl: publicBase }, Date.now());
    await send(req, res, documentOf('text/plain; charset=utf-8', text));
  });
  app.get(metadataPath, metadata(''));
  app.get(`${metadataPath}/api/v1`, metadata('/api/v1'));

  return (x) => {
    exchanges.set(x.req, x);
    app(x.req as Request, x.res as Response, (error?: unknown) =>
      sendGatewayProblem(context(), x, error),
    );
  };
}
