import { expect, test } from 'vitest';
import { contentSecurityPolicy, newNonce, pageHeaders } from './csp.ts';

const nonce = newNonce(() => Buffer.alloc(16, 1));

test('names everything a page may do, and nothing else', () => {
  expect(contentSecurityPolicy({ nonce }).split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
});

test('accepts origins for forms and images, and scripts that call this origin', () => {
  const policy = contentSecurityPolicy({
    nonce,
    formAction: ['https://app.example.com'],
    images: ['https://cdn.example.com:8443'],
    connects: true,
  });
  expect(policy).toContain("form-action 'self' https://app.example.com;");
  expect(policy).toContain("img-src 'self' https://cdn.example.com:8443;");
  expect(policy).toContain("connect-src 'self';");
});

test('accepts schemes of native applications for forms only', () => {
  const scheme = 'com.example.orders:';
  expect(contentSecurityPolicy({ nonce, formAction: [scheme] })).toContain(
    "form-action 'self' com.example.orders:;",
  );
  expect(() => contentSecurityPolicy({ nonce, images: [scheme] })).toThrow(TypeError);
});

test('does not restrict forms whose receiver redirects to unknown origins', () => {
  expect(contentSecurityPolicy({ nonce, formAction: 'any' })).not.toContain('form-action');
});

test.each([
  '*',
  "'unsafe-inline'",
  'https://a.example; script-src *',
  'https://a b',
  'data:',
  'javascript:',
  'https:',
  'a.b: *',
])('refuses %s as an origin', (origin) => {
  expect(() => contentSecurityPolicy({ nonce, formAction: [origin] })).toThrow(TypeError);
});

test('rejects an invalid nonce', () => {
  expect(() => contentSecurityPolicy({ nonce: "x' 'unsafe-inline" })).toThrow(TypeError);
});

test('nonces differ', () => {
  expect(newNonce()).not.toBe(newNonce());
  expect(newNonce()).toHaveLength(22);
});

test('pages are not cached and cannot be framed', () => {
  expect(pageHeaders({ nonce })).toMatchObject({
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  });
});
