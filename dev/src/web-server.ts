import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageAnswer } from '@platform/kit/http';
import { pages } from '@platform/pages';
import type { PageView, Pages } from '@platform/pages';
import { LOOPBACK } from './ports.ts';

/** One request for a page of this machine's websites. */
export interface WebRequest {
  req: IncomingMessage;
  res: ServerResponse;
  url: URL;
  /** Segments of the path. */
  path: string[];
}

/** A small website of this machine. */
export interface Website {
  url: string;
  stop(): Promise<void>;
}

const own = (folder: string): URL => new URL(`../pages/${folder}/`, import.meta.url);

/** The style of the login pages, for the pages of `dev/`. */
export const devPages = (): Pages =>
  pages({ templates: [own('templates')], assets: [own('assets')] });

export const sendHtml = (
  res: ServerResponse,
  { html, status = 200, headers }: PageAnswer,
): void => {
  res.writeHead(status, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(html);
};

/** A page in English, without a tenant's branding. */
export const devPage = (
  view: Pick<PageView, 'template' | 'title' | 'lead' | 'data' | 'policy' | 'status' | 'headers'> & {
    name?: string;
  },
): PageView => {
  const { name = '', ...parts } = view;
  return { locale: 'en', brand: { name }, ...parts };
};

export const redirectTo = (res: ServerResponse, location: string): void => {
  res.writeHead(303, { location, 'cache-control': 'no-store' }).end();
};

function closing(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** The address of a website. */
export interface WebAddress {
  /** 0: any free port. */
  port: number;
  /** Default: loopback. */
  host?: string | undefined;
}

/** Serves `handle` and the assets of the pages. */
export async function startWebsite(
  { assets, render }: Pages,
  { port, host = LOOPBACK }: WebAddress,
  handle: (request: WebRequest) => Promise<void> | void,
): Promise<Website> {
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '/', `http://${req.headers.host ?? 'localhost'}`);
    const asset = assets.find(url.pathname, String(req.headers['accept-encoding'] ?? ''));
    if (asset) return void res.writeHead(200, asset.headers).end(asset.body);
    await handle({ req, res, url, path: url.pathname.split('/').filter(Boolean) });
  };
  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => {
      if (res.headersSent) return res.destroy();
      const lead = error instanceof Error ? error.message : String(error);
      const view = { template: 'problem', title: 'Something went wrong', lead, status: 500 };
      return sendHtml(res, render(devPage(view)));
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return { url: `http://localhost:${taken}`, stop: () => closing(server) };
}
