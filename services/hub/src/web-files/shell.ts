import { escapeHtml } from '@platform/kit/formats';
import { directionOf } from '@platform/pages';
import type { PageContext } from '../login-pages/frame/page-context.ts';
import type { WebEntry } from './web-build.ts';

/**
 * The HTML of an application: the same for every user, so that it says nothing about a session. Everything that it shows is loaded by
 * its script.
 */
export function shellHtml(
  { script, modules, styles }: WebEntry,
  { brand, locale, theme }: Pick<PageContext, 'brand' | 'locale' | 'theme'>,
  nonce: string,
): string {
  const scheme = theme === undefined ? '' : ` data-theme="${theme}"`;
  const icon =
    brand.iconUrl === undefined ? '' : `<link rel="icon" href="${escapeHtml(brand.iconUrl)}">`;
  const name = escapeHtml(brand.name);
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(locale)}" dir="${directionOf(locale)}"${scheme}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<meta name="tenant" content="${name}">`,
    `<meta property="csp-nonce" nonce="${nonce}">`,
    `<title>${name}</title>`,
    icon,
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...modules.map((href) => `<link rel="modulepreload" href="${href}">`),
    `<script type="module" src="${script}"></script>`,
    '</head>',
    '<body><div id="root"></div></body>',
    '</html>',
  ].join('\n');
}
