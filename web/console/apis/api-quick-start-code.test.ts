import { expect, test } from 'vitest';
import { tokenRequest, verifySamples } from './api-quick-start-code.ts';

const facts = {
  issuer: 'https://acme.example.com',
  audience: 'api:o\'brien"s',
  scope: 'invoices:read',
};

test('values are quoted for a shell', () => {
  expect(tokenRequest(facts)).toContain(String.raw`resource='api:o'\''brien"s'`);
});

test('each sample has the values of the API, quoted for its language', () => {
  for (const { code } of verifySamples(facts)) {
    expect(code).toContain("'https://acme.example.com'");
    expect(code).toContain(String.raw`'api:o\'brien"s'`);
    expect(code).toContain("'invoices:read'");
  }
});
