import { describe, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { galleryPages, galleryTemplates } from './gallery.ts';
import { readCatalogues } from './messages.ts';
import { pages } from './pages.ts';
import type { PageView } from './pages.ts';
import { pseudoCatalogue, pseudoLocale } from './pseudo-locale.ts';

const english = readCatalogues(new URL('../messages/', import.meta.url)).get('en') ?? {};
const served = pages({
  templates: [galleryTemplates],
  catalogues: new Map([[pseudoLocale, pseudoCatalogue(english)]]),
});
const gallery = (locale = 'en') => galleryPages(locale, served.translate(locale));
const view = (more: Partial<PageView> = {}): PageView => ({
  ...(gallery()['sign-in'] as PageView),
  ...more,
});

describe('every page', () => {
  test.each(served.locales)('renders in %s, within its weight', (locale) => {
    for (const page of Object.values(gallery(locale))) {
      const { html } = served.render(page);
      expect(html).toContain(`<html lang="${locale}"`);
      expect(html).not.toMatch(/undefined|\[object/);
      expect(gzipSync(html).length).toBeLessThanOrEqual(12 * 1024);
    }
  });

  test('has one heading, one main part, and labels for its fields', () => {
    for (const page of Object.values(gallery())) {
      const { html } = served.render(page);
      expect(html.match(/<h1>/g)).toHaveLength(1);
      expect(html.match(/<main /g)).toHaveLength(1);
      const ids = [...html.matchAll(/<input class="input[^>]* id="([^"]+)"/g)].map(([, id]) => id);
      for (const id of ids) expect(html).toContain(`<label for="${id}">`);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('has only styles and scripts with its nonce, and nothing else inline', () => {
    for (const page of Object.values(gallery())) {
      const { html, headers = {} } = served.render(page);
      const nonce = /script-src 'nonce-([^']+)'/.exec(
        String(headers['content-security-policy']),
      )?.[1];
      for (const [tag] of html.matchAll(/<(?:script|style)[^>]*>/g))
        expect(tag).toContain(`nonce="${nonce}"`);
      expect(html).not.toMatch(/ on[a-z]+=| style=|javascript:/);
    }
  });
});

describe('render', () => {
  test('escapes all input of users and tenants', () => {
    const attack = '"><script>alert(1)</script>';
    const page = view({ brand: { name: attack }, title: attack, lead: attack });
    const { html } = served.render(page);
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&lt;script&gt;');
  });

  test('escapes the arguments of messages', () => {
    const page = { ...(gallery()['error'] as PageView), data: { requestId: '<b>x</b>' } };
    expect(served.render(page).html).toContain('Request &lt;b&gt;x&lt;/b&gt;');
  });

  test('reads from right to left in a right-to-left language', () => {
    const { html, headers } = served.render(gallery(pseudoLocale)['sign-in'] as PageView);
    expect(html).toContain('dir="rtl"');
    expect(headers).toMatchObject({ 'content-language': pseudoLocale });
  });

  test('uses the colors of the tenant', () => {
    const theme = { light: { primary: '#0f766e' } };
    const { html } = served.render(view({ brand: { name: 'Acme', theme } }));
    expect(html).toMatch(/<style nonce="[^"]+">\.tenant-palette\{--primary:#0f766e\}/);
  });

  test('shows errors beside their fields', () => {
    const { html } = served.render(gallery()['sign-in-wrong'] as PageView);
    expect(html).toMatch(
      /id="field-password"[^>]* aria-describedby="field-password-error" aria-invalid="true"/,
    );
    expect(html).toContain('id="field-password-error"');
    expect(html).not.toMatch(/id="field-email"[^>]* aria-invalid/);
  });

  test('a template that uses an undefined variable fails', () => {
    expect(() => served.render(view({ data: {} }))).toThrow('undefined variable');
    expect(() => served.render(view({ template: 'none' }))).toThrow('no template');
  });
});

test('the locale of a request is one of those that are there', () => {
  expect(served.localeFor({ uiLocales: 'de-CH' })).toBe('de');
  expect(served.localeFor({ acceptLanguage: 'ja' })).toBe('en');
});
