import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `npm run docs:site` writes the documentation. */
export const siteFolder = fileURLToPath(new URL('../../site/', import.meta.url));

const root = '/docs';

/** Allows the files of the site and requests to the API that serves it, nothing else. */
export const sitePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Media types of the files of the site. */
export const siteTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file of the site. */
export interface SiteFile {
  type: string;
  read(): Promise<string>;
}

function filesIn(folder: string): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>();
  for (const entry of readdirSync(folder, { recursive: true })) {
    const name = String(entry).replaceAll('\\', '/');
    const path = join(folder, name);
    const type = siteTypes[extname(name)];
    if (!type || !statSync(path).isFile()) continue;
    files.set(`${root}/${name}`, { type, read: () => readFile(path, 'utf8') });
  }
  const home = files.get(`${root}/index.html`);
  if (home) files.set(`${root}/`, home);
  return files;
}

const plainPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API reference</title></head>
<body><main><h1>API reference</h1><p>The API is described by its OpenAPI 3.1 document: <a href="/openapi.json">openapi.json</a>, <a href="/openapi.yaml">openapi.yaml</a>.</p>
<p>To read the documentation here, build it with <code>npm run docs:site</code> and restart the gateway.</p></main></body></html>
`;

/**
 * The documentation by path, read once. Paths are compared exactly, and no path of a request reaches the file system. A folder that
 * does not exist gives one plain page.
 */
export function documentationSite(folder: string): ReadonlyMap<string, SiteFile> {
  const files = existsSync(folder) ? filesIn(folder) : new Map<string, SiteFile>();
  if (!files.has(`${root}/`))
    files.set(root, { type: 'text/html; charset=utf-8', read: async () => plainPage });
  return files;
}
