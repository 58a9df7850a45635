import type { WebApp } from '@platform/contracts';
import { escapeHtml } from '@platform/kit/formats';
import { directionOf } from '@platform/pages';
import type { PageContext } from '../login-pages/frame/page-context.ts';
import type { WebEntry } from './web-build.ts';

/**
 * The HTML of an application: the same for every user, so that it says nothing about a session. Everything that it shows is loaded by
 * its script. All but the console are in the colors of the tenant.
 */
export function shellHtml(
  { script, modules, styles }: WebEntry,
  { brand, locale, theme }: Pick<PageContext, 'brand' | 'locale' | 'theme'>,
  nonce: string,
  app: WebApp,
): string {
  const scheme = theme === undefined ? '' : ` data-theme="${theme}"`;
  const icon =
    brand.iconUrl === undefined ? '' : `<link rel="icon" href="${escapeHtml(brand.iconUrl)}">`;
  const name = escapeHtml(brand.name);
  const { logoUrl, logoDarkUrl, stylesheetUrl } = app === 'console' ? {} : brand;
  const logo = (kind: string, url: string | undefined): string =>
    url === undefined ? '' : `<meta name="${kind}" content="${escapeHtml(url)}">`;
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(locale)}" dir="${directionOf(locale)}"${scheme}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<meta name="tenant" content="${name}">`,
    `<meta property="csp-nonce" nonce="${nonce}">`,
    `<title>${name}</title>`,
    logo('logo', logoUrl),
    logo('logo-dark', logoDarkUrl),
    icon,
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    // After those of the application, which it overrides.
    stylesheetUrl === undefined
      ? ''
      : `<link rel="stylesheet" href="${escapeHtml(stylesheetUrl)}">`,
    ...modules.map((href) => `<link rel="modulepreload" href="${href}">`),
    `<script type="module" src="${script}"></script>`,
    '</head>',
    `<body${app === 'console' ? '' : ' class="tenant-palette"'}><div id="root"></div></body>`,
    '</html>',
  ].join('\n');
}
