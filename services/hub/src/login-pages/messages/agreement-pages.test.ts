import { describe, expect, it } from 'vitest';
import { pages } from '@platform/pages';

const own = (folder: string): URL => new URL(`../../../pages/${folder}/`, import.meta.url);
const served = pages({ templates: [own('templates')], messages: [own('messages')] });
const shared = { csrf: 'c', path: '/login/x', account: null };
const bodyOf = (template: string, data: object): string | undefined =>
  /<body[^>]*>/.exec(
    served.render({ template, locale: 'en', title: 'x', brand: { name: 'Acme' }, data }).html,
  )?.[0];

describe("a tenant's CSS rules", () => {
  it.each([
    ['login-consent', { ...shared, intro: 'x', scopes: ['x'], groups: [], privateNote: 'x' }],
    ['login-legal-text', { text: 'x' }],
    ['login-device-confirm', { code: 'A', facts: [], scopes: [], intro: '', xsrf: 'x' }],
    [
      'login-terms',
      {
        ...shared,
        failure: null,
        notice: null,
        version: 1,
        documents: [],
        action: 'agree',
        button: 'x',
        waysOut: [],
      },
    ],
  ])('do not apply to %s, where users agree to something, although the colors do', (name, data) =>
    expect(bodyOf(name, data)).toBe('<body class="tenant-palette">'),
  );

  it('apply to all other pages', () =>
    expect(bodyOf('login-sign-out', { xsrf: 'x' })).toBe(
      '<body class="tenant-palette tenant-theme">',
    ));
});
