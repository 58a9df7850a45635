// `npm run web`: serves the web applications from their sources, with the rest from a platform that runs on this machine.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import '../../dev/bin/local-hosts.js';
import { apps, viteConfig } from '../vite.config.js';

const usage = `npm run web -- [options]
  --data DIR      data folder of the platform that npm start has started (default: .platform)
  --tenant SLUG   the tenant whose applications are shown (default: demo)
  --port N        port of this server (default: 5173)
  --help          show this help`;

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

const options = {
  data: { type: 'string', default: fileURLToPath(new URL('../../.platform/', import.meta.url)) },
  tenant: { type: 'string', default: 'demo' },
  port: { type: 'string', default: '5173' },
  help: { type: 'boolean' },
};

function commandLine() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return fail(`${error.message}\n\n${usage}`);
  }
}

function tenantOf({ data, tenant: slug }) {
  const file = join(data, 'ready.json');
  if (!existsSync(file)) fail(`No platform is running in ${data}: run npm start first.`);
  const { tenants } = JSON.parse(readFileSync(file, 'utf8'));
  const found = tenants.find((one) => one.slug === slug);
  const slugs = tenants.map((one) => one.slug).join(', ');
  return found ?? fail(`The tenant ${slug} does not exist. Tenants: ${slugs}.`);
}

const shell = (app, name) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="tenant" content="${name}">
<title>${name}</title>
<script type="module" src="/${app}/main.tsx"></script>
</head>
<body><div id="root"></div></body>
</html>`;

/** Answers addresses of applications as the hub does, with the sources as their script. */
const shells = (name) => ({
  name: 'shells',
  configureServer(server) {
    server.middlewares.use((req, res, next) => {
      const [, first] = (req.url ?? '').split(/[/?]/);
      const app = apps.find((one) => one === first);
      if (!app) return next();
      const html = server.transformIndexHtml(req.url, shell(app, name));
      return void html.then((text) => {
        res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);
      }, next);
    });
  },
});

/** Sends everything else to the tenant's host. The browser stays here: redirects there lead back. */
function proxyTo(issuer) {
  const { origin } = new URL(issuer);
  return {
    target: origin,
    changeOrigin: true,
    // The certificate authority of `npm start -- --tls` is local.
    secure: false,
    configure(proxy) {
      proxy.on('proxyReq', (request) => {
        // The hub compares it with its own address.
        if (request.getHeader('origin')) request.setHeader('origin', origin);
      });
      proxy.on('proxyRes', ({ headers }, { headers: { host } }) => {
        if (headers.location) headers.location = headers.location.replace(origin, `http://${host}`);
      });
    },
  };
}

const command = commandLine();
if (command.help) {
  console.log(usage);
  process.exit(0);
}
const { issuer } = tenantOf(command);
const { hostname } = new URL(issuer);
const server = await createServer({
  ...viteConfig,
  plugins: [...viteConfig.plugins, shells(command.tenant)],
  appType: 'custom',
  server: {
    port: Number(command.port),
    strictPort: true,
    allowedHosts: [hostname],
    proxy: { [`^(?!${viteConfig.base})`]: proxyTo(issuer) },
  },
});
await server.listen();
for (const app of apps) console.log(`http://${hostname}:${command.port}/${app}`);
