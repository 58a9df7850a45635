// `npm run web:gallery:serve`: every component of web/kit in every state. With `--out DIR`, builds it instead, for tests.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, createServer } from 'vite';
import { viteConfig } from '../vite.config.js';

const root = fileURLToPath(new URL('../gallery/', import.meta.url));
const { out } = parseArgs({ options: { out: { type: 'string' } } }).values;
const config = { ...viteConfig, root, base: '/' };

if (out === undefined) {
  const server = await createServer({ ...config, logLevel: 'info' });
  await server.listen(Number(process.env.PORT ?? 8099));
  server.printUrls();
} else {
  const { rollupOptions: _entries, manifest: _manifest, ...options } = viteConfig.build;
  await build({ ...config, build: { ...options, outDir: out } });
}
