import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';

// The policy of the web applications, without the host.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'nonce-gallery'",
  "img-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Serves a folder of files. */
function serve(files: string): Promise<Server> {
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://localhost');
    if (pathname === '/favicon.ico') return res.writeHead(204).end();
    try {
      const name = pathname === '/' ? 'index.html' : pathname.slice(1);
      const body = readFileSync(join(files, name));
      const type = types[extname(name)] ?? 'application/octet-stream';
      return res
        .writeHead(200, { 'content-type': type, 'content-security-policy': policy })
        .end(body);
    } catch {
      return res.writeHead(404).end();
    }
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

export interface GalleryServer {
  /** The address of the gallery, with a query such as `?locale=ar-XB`. */
  address: (query?: string) => string;
  stop: () => void;
}

/** Builds the gallery of web/kit, and serves it under the content policy of the web applications. */
export async function galleryServer(): Promise<GalleryServer> {
  const files = mkdtempSync(join(tmpdir(), 'gallery-'));
  const script = join(import.meta.dirname, '../../web/bin/gallery.js');
  await promisify(execFile)(process.execPath, [script, '--out', files]);
  const server = await serve(files);
  const { port } = server.address() as AddressInfo;
  return {
    address: (query = '') => `http://127.0.0.1:${port}/${query}`,
    stop: () => server.close(),
  };
}
