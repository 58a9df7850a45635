import { expect, it } from 'vitest';
import { issuerIn } from './issuer.ts';

it('the address of a discovery document leads to its issuer', () => {
  expect(issuerIn(' https://a.example/v2.0/.well-known/openid-configuration ')).toBe(
    'https://a.example/v2.0',
  );
  expect(issuerIn('https://a.example/')).toBe('https://a.example/');
});
