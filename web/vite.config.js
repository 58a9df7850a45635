import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { ariaLocalesPlugin } from './bin/aria-locales.js';
import { guidesPlugin } from './bin/guides.js';
import { messagesPlugin } from './bin/messages.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The web applications. Each is an entry of its own; what they share is in chunks of their own. */
export const apps = ['account', 'console', 'setup'];

/** Configuration of Vite. The hub serves the files below `/web/assets/`, and writes the HTML itself. */
export const viteConfig = {
  configFile: false,
  root: here('.'),
  base: '/web/assets/',
  logLevel: 'warn',
  plugins: [messagesPlugin(), guidesPlugin(), ariaLocalesPlugin(), react()],
  resolve: {
    // react-intl and what it depends on would each bring a copy.
    dedupe: ['intl-messageformat', '@formatjs/icu-messageformat-parser'],
    alias: {
      // Messages are compiled: the parser is not needed, and may not be in the bundle.
      '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
    },
  },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    assetsDir: '',
    // A file of the origin for everything: the content policy allows no `data:`.
    assetsInlineLimit: 0,
    manifest: true,
    // Lists of what each page imports would be a tenth of the first load, so only the page that opens first has one.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, imports) =>
        /^(overview|profile)-page-/.test(file) ? imports : [],
    },
    target: 'es2022',
    rollupOptions: {
      input: Object.fromEntries(apps.map((app) => [app, here(`${app}/main.tsx`)])),
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        // The first load needs the routes of all pages. Small files of their own compress badly.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'console-routes', test: /\/web\/console\/.*-routes\.tsx?$/ }],
        },
      },
    },
  },
};
