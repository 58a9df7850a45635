import { expect, test } from 'vitest';
import { shellHtml } from './shell.ts';
import { shellHeaders } from './web-policy.ts';

const entry = {
  script: '/web/assets/account-a1.js',
  modules: ['/web/assets/react-b3.js'],
  styles: ['/web/assets/account-c1.css'],
};

test('a shell is small, and a tenant cannot put markup into it', () => {
  const name = '"><script>alert(1)</script>';
  const html = shellHtml(entry, { brand: { name }, locale: 'de', theme: 'dark' }, 'n', 'account');
  expect(html).toContain('<html lang="de" dir="ltr" data-theme="dark">');
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).toContain('<script type="module" src="/web/assets/account-a1.js"></script>');
  expect(Buffer.byteLength(html)).toBeLessThan(2_048);
});

test('the account has the colors and the logo of the tenant, the console has not', () => {
  const brand = { name: 'Demo', logoUrl: '/login/assets/l1', stylesheetUrl: '/login/theme/t1.css' };
  const [account, console] = (['account', 'console'] as const).map((app) =>
    shellHtml(entry, { brand, locale: 'en' }, 'n', app),
  );
  expect(account).toContain('<body class="tenant-palette">');
  expect(account).toContain('<meta name="logo" content="/login/assets/l1">');
  expect(account!.indexOf('/login/theme/t1.css')).toBeGreaterThan(account!.indexOf('account-c1'));
  expect(console).not.toMatch(/tenant-palette|login/);
});

test('the policy admits the files of the host alone', () => {
  const policy = shellHeaders('https://demo.id.example.com', 'abc')['content-security-policy'];
  expect(policy).toContain('script-src https://demo.id.example.com/web/assets/;');
  expect(policy).toContain(
    "style-src https://demo.id.example.com/web/assets/ https://demo.id.example.com/login/theme/ 'nonce-abc'; font-src",
  );
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default;");
  expect(policy).not.toMatch(/unsafe|data:|blob:|\*/);
});
