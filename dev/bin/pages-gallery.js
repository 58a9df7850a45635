// `npm run pages:gallery`: every component of packages/pages in a browser; `?locale=`, `?theme=light|dark`.
import { createServer } from 'node:http';
import {
  galleryPages,
  galleryTemplates,
  pages,
  pseudoCatalogue,
  pseudoLocale,
  readCatalogues,
} from '@platform/pages';

const port = Number(process.env.PORT ?? 8098);
const messages = new URL('../../packages/pages/messages/', import.meta.url);
const english = readCatalogues(messages).get('en');
const catalogues = new Map([[pseudoLocale, pseudoCatalogue(english)]]);
const served = pages({ templates: [galleryTemplates], catalogues });

function answer(req, res) {
  const url = new URL(req.url, 'http://localhost');
  const asset = served.assets.find(url.pathname, req.headers['accept-encoding']);
  if (asset) return res.writeHead(200, asset.headers).end(asset.body);
  const acceptLanguage = req.headers['accept-language'];
  const uiLocales = url.searchParams.get('locale') ?? '';
  const locale = served.localeFor({ uiLocales, acceptLanguage });
  const views = galleryPages(locale, served.translate(locale));
  const view = views[url.pathname.slice(1) || 'components'];
  if (!view) return res.writeHead(404).end(`Choose one of: ${Object.keys(views).join(', ')}`);
  const theme = url.searchParams.get('theme') ?? undefined;
  const { html, headers } = served.render({ ...view, theme });
  return res.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(html);
}

createServer(answer).listen(port, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${port}/components`),
);
