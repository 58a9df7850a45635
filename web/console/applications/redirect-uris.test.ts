import { describe, expect, it } from 'vitest';
import { firstFault, originFault, redirectUriFault } from './redirect-uris.ts';

describe('redirect URIs as they are typed', () => {
  it.each([
    ['https://app.example.com/callback', 'web', undefined],
    ['http://localhost:3000/callback', 'web', undefined],
    ['http://[::1]/callback', 'native', undefined],
    ['com.example.app:/callback', 'native', undefined],
    ['com.example.app:/callback', 'spa', 'scheme'],
    ['myapp:/callback', 'native', 'scheme'],
    ['http://app.example.com/callback', 'web', 'notHttps'],
    ['https://*.example.com/callback', 'web', 'wildcard'],
    ['https://app.example.com/#done', 'spa', 'fragment'],
    ['https://ada@app.example.com/', 'web', 'userInformation'],
    ['https:app.example.com', 'web', 'notAbsolute'],
    ['app.example.com/callback', 'web', 'notAbsolute'],
  ] as const)('%s of a %s application: %s', (uri, type, fault) => {
    expect(redirectUriFault(uri, type)).toBe(fault);
  });

  it('origins have no path', () => {
    expect(originFault('https://app.example.com')).toBeUndefined();
    expect(originFault('https://app.example.com/')).toBe('origin');
    expect(originFault('http://app.example.com')).toBe('notHttps');
  });

  it('names the first line that is wrong', () => {
    expect(
      firstFault('https://a.example\n\n nonsense \n', (one) => redirectUriFault(one, 'web')),
    ).toEqual({
      line: 'nonsense',
      fault: 'notAbsolute',
    });
  });
});
