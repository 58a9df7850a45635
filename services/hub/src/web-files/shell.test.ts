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
  const html = shellHtml(entry, { brand: { name }, locale: 'de', theme: 'dark' }, 'n');
  expect(html).toContain('<html lang="de" dir="ltr" data-theme="dark">');
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).toContain('<script type="module" src="/web/assets/account-a1.js"></script>');
  expect(Buffer.byteLength(html)).toBeLessThan(2_048);
});

test('the policy admits the files of the host alone', () => {
  const policy = shellHeaders('https://demo.id.example.com', 'abc')['content-security-policy'];
  expect(policy).toContain('script-src https://demo.id.example.com/web/assets/;');
  expect(policy).toContain(
    "style-src https://demo.id.example.com/web/assets/ 'nonce-abc'; font-src",
  );
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default;");
  expect(policy).not.toMatch(/unsafe|data:|blob:|\*/);
});
