import { expect, test } from 'vitest';
import { responseIn } from './identity-response.ts';

test('the response of a provider is read from the fragment, and nothing else', () => {
  expect(responseIn('#state=s1&code=c1&iss=https%3A%2F%2Fidp.example&other=x')).toEqual({
    state: 's1',
    code: 'c1',
    iss: 'https://idp.example',
  });
  expect(responseIn('#main')).toBeUndefined();
  expect(responseIn('')).toBeUndefined();
});
