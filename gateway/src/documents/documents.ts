import type { Request, Response } from 'express';
import express from 'express';
import { LRUCache } from 'lru-cache';
import { allScopes, openApiDocumentInPieces, selfScopes, ssfScopes } from '@platform/contracts';
import type { ProblemCode } from '@platform/contracts';
import { digestTag } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { bodies } from './compression.ts';
import { commonHeaders, sendGatewayProblem } from '../answer.ts';
import type { GatewayConfig } from '../config.ts';
import type { Exchange } from '../exchange.ts';
import type { Documents, GatewayContext } from '../gateway-context.ts';
import type { Hosts } from '../hosts.ts';
import { inPieces } from './in-pieces.ts';
import { isProblemPath, problemPage, problemPagePolicy } from './problem-page.ts';
import { securityText } from './security-text.ts';
import { documentationSite, siteFolder, sitePolicy } from './site.ts';
import { apiVersion } from './version.ts';
import { yamlText } from './yaml-text.ts';

const securityPath = '/.well-known/security.txt';
const metadataPath = '/.well-known/oauth-protected-resource';
/** Where the public documents are, besides the documentation below `/docs/` and the pages of problems below `/problems/`. */
export const documentPaths: ReadonlySet<string> = new Set([
  '/openapi.json',
  '/openapi.yaml',
  '/docs',
  securityPath,
  metadataPath,
  `${metadataPath}/api/v1`,
]);
/** Pages of the documentation that stay in memory, with their encodings. */
const keptPages = 32;

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

const explained = (code: ProblemCode): Document =>
  documentOf('text/html; charset=utf-8', problemPage(code), {
    'content-security-policy': problemPagePolicy,
    'referrer-policy': 'no-referrer',
  });

const resourceMetadata = (hosts: Hosts, host: string | undefined, suffix: string): Document =>
  documentOf(
    'application/json; charset=utf-8',
    JSON.stringify({
      // RFC 9728 §3.3: clients compare it with the URL that they requested.
      resource: `${hosts.baseUrlOf(host)}${suffix}`,
      authorization_servers: [hosts.issuerOf(host)],
      scopes_supported: [...allScopes, ...selfScopes, ...ssfScopes],
      bearer_methods_supported: ['header'],
    }),
  );

/** Serves the public documents: the API description, the documentation, and the protected resource metadata (RFC 9728). */
export function documentServer({
  config,
  hosts,
  isTls,
  folder = siteFolder,
  context,
}: {
  config: Pick<GatewayConfig, 'publicBaseUrl' | 'issuer' | 'securityContacts'>;
  hosts: Hosts;
  isTls: boolean;
  /** The folder of the documentation. */
  folder?: string | undefined;
  context: () => GatewayContext;
}): Documents {
  const site = documentationSite(folder);
  const pages = new LRUCache<string, Document>({ max: keptPages });
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
  async function pageAt(path: string): Promise<Document | undefined> {
    const file = site.get(path);
    if (!file) return undefined;
    const page =
      pages.get(path) ??
      documentOf(file.type, await file.read(), {
        'content-security-policy': sitePolicy,
        'referrer-policy': 'no-referrer',
      });
    pages.set(path, page);
    return page;
  }

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
      send(req, res, resourceMetadata(hosts, req.headers.host, suffix));

  const app = express();
  app.disable('x-powered-by');
  app.get('/openapi.json', async (req, res) => send(req, res, await json()));
  app.get('/openapi.yaml', async (req, res) => send(req, res, await yaml()));
  app.get(/^\/docs(?:\/|$)/, async (req, res) => {
    const x = exchanges.get(req)!;
    const page = await pageAt(x.line.rawPath);
    if (page) return send(req, res, page);
    // Links of the site are relative: its pages are below this path.
    res.writeHead(308, { ...commonHeaders(x, isTls), location: '/docs/' }).end();
  });
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

  return {
    has: (rawPath) => documentPaths.has(rawPath) || site.has(rawPath) || isProblemPath(rawPath),
    serve(x) {
      exchanges.set(x.req, x);
      app(x.req as Request, x.res as Response, (error?: unknown) =>
        sendGatewayProblem(context(), x, error),
      );
    },
  };
}
