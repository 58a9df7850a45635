import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { Problem } from '@platform/kit/problem';
import { maxHeaderFields, maxQueryBytes, parseQuery, requestLine } from './request-line.ts';

const head = (url: string, ...rawHeaders: string[]) =>
  requestLine({ url, httpVersion: '1.1', rawHeaders: ['Host', 'api.test', ...rawHeaders] });

function codeOf(run: () => unknown): string {
  try {
    run();
    return 'passed';
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

describe('requestLine', () => {
  test.each<[string, string[], string]>([
    ['/', [''], ''],
    ['/api/v1/users', ['api', 'v1', 'users'], ''],
    ['/api/v1/users/', ['api', 'v1', 'users', ''], ''],
    ['/api//users', ['api', '', 'users'], ''],
    ['/a%2Fb/c', ['a/b', 'c'], ''],
    ['/a%252Fb', ['a%2Fb'], ''],
    ['/tuples:import?dryRun=true', ['tuples:import'], 'dryRun=true'],
    ['/a?', ['a'], ''],
    ['/a?b?c=/..', ['a'], 'b?c=/..'],
    ['/%C3%A9+%20', ['é+ '], ''],
    ['/...', ['...'], ''],
    ['/..a', ['..a'], ''],
    ['/a%2F..%2Fb', ['a/../b'], ''],
    ['/%25', ['%'], ''],
    ['/100%25zz', ['100%zz'], ''],
    ['/a[0]\'"(x)*!$&,;=@~_-|^`{y}<z>', ['a[0]\'"(x)*!$&,;=@~_-|^`{y}<z>'], ''],
  ])('reads %s', (url, segments, query) => {
    expect(head(url)).toEqual({ segments, rawPath: url.split('?')[0], query });
  });

  test.each([
    ['', 'no target'],
    ['*', 'asterisk-form'],
    ['http://api.test/a', 'absolute-form'],
    ['HTTPS://x/', 'absolute-form'],
    ['api.test:443', 'authority-form'],
    ['?a=b', 'no path'],
    ['\\a', 'a backslash first'],
    ['/a\\b', 'a raw backslash'],
    ['/a#b', 'a fragment'],
    ['/a b', 'a raw space'],
    ['/a\x7fb', 'DEL'],
    ['/a\x80b', 'a high byte'],
    ['/caf\xc3\xa9', 'raw UTF-8'],
    ['/a\tb', 'a tab'],
    ['/a\nb', 'a line feed'],
    ['/a\u0000', 'a raw NUL'],
    ['/a\n', 'a final line feed'],
    ['/a?x=\\', 'a backslash in the query'],
    ['/a?x#y', 'a fragment after the query'],
    ['/a?x=\xe9', 'a high byte in the query'],
    ['/a?x= y', 'a space in the query'],
    ['/.', 'dot'],
    ['/..', 'dots'],
    ['/a/../b', 'dots within'],
    ['/a/./b', 'dot within'],
    ['/a/..', 'dots last'],
    ['/a/%2e%2e/b', 'encoded dots'],
    ['/a/%2E./b', 'half-encoded dots'],
    ['/a/.%2e', 'half-encoded dots'],
    ['/%2e', 'an encoded dot'],
    ['/a/%252e%252e/b', 'dots encoded twice'],
    ['/a/%25252e/b', 'a dot encoded three times'],
    ['/a?access_token=x', 'a token in the query'],
    ['/a?b=c&access_token', 'a token without value'],
    ['/a?access%5Ftoken=x', 'an encoded name'],
    ['/a?%61ccess_token=x', 'an encoded name'],
  ])('rejects %j: %s', (url) => {
    expect(codeOf(() => head(url))).toBe('malformed_request');
  });

  test.each([
    ['/a/%ff', 'no UTF-8'],
    ['/a/%c0%ae%c0%ae', 'overlong dots'],
    ['/a/%ed%a0%80', 'a surrogate'],
    ['/a/%', 'a broken escape'],
    ['/a/%2', 'a broken escape'],
    ['/a/%zz', 'a broken escape'],
    ['/a%00', 'NUL'],
    ['/a/%0d%0a', 'line ends'],
    ['/a/%7f', 'DEL'],
    ['/a/%c2%85', 'a C1 control'],
  ])('rejects the segment in %j: %s', (url) => {
    expect(codeOf(() => head(url))).toBe('invalid_parameter');
  });

  test('limits a segment to 512 decoded bytes, a query to 8 KiB, a head to 100 fields', () => {
    expect(head(`/${'x'.repeat(512)}`).segments).toEqual(['x'.repeat(512)]);
    expect(head(`/${'%C3%A9'.repeat(256)}`).segments).toEqual(['é'.repeat(256)]);
    expect(codeOf(() => head(`/${'x'.repeat(513)}`))).toBe('invalid_parameter');
    expect(codeOf(() => head(`/${'%C3%A9'.repeat(257)}`))).toBe('invalid_parameter');
    expect(head(`/a?${'x'.repeat(maxQueryBytes)}`).query).toHaveLength(maxQueryBytes);
    expect(codeOf(() => head(`/a?${'x'.repeat(maxQueryBytes + 1)}`))).toBe('malformed_request');
    const fields = Array.from({ length: 2 * maxHeaderFields }, (_, i) => `x-${i}`);
    expect(codeOf(() => requestLine({ url: '/', httpVersion: '1.0', rawHeaders: fields }))).toBe(
      'passed',
    );
    expect(codeOf(() => head('/a', ...fields))).toBe('malformed_request');
  });

  test.each([
    ['1.1', 'malformed_request'],
    ['1.0', 'passed'],
  ])('HTTP/%s without Host: %s', (httpVersion, code) => {
    expect(codeOf(() => requestLine({ url: '/', httpVersion, rawHeaders: [] }))).toBe(code);
  });

  test('accepts names that only resemble access_token', () => {
    expect(codeOf(() => head('/a?x=access_token&access_tokens=1&Access_Token=2&%zz=1'))).toBe(
      'passed',
    );
  });

  test.each([
    [['host', 'b']],
    [['HOST', 'api.test']],
    [['Authorization', 'Bearer a', 'authorization', 'Bearer a']],
    [['Content-Length', '1', 'content-length', '1']],
    [['Content-Length', '1', 'Transfer-Encoding', 'chunked']],
    [['transfer-encoding', 'chunked', 'content-length', '0']],
    [['Content-Length', '1, 1']],
    [['Content-Length', '+1']],
    [['Content-Length', '']],
  ])('rejects the head %j', (fields) => {
    expect(codeOf(() => head('/a', ...fields))).toBe('malformed_request');
  });

  test('allows other header fields to be repeated', () => {
    expect(
      codeOf(() =>
        head(
          '/a',
          'Accept',
          'a',
          'Accept',
          'b',
          'X-Forwarded-For',
          '1',
          'x-forwarded-for',
          '2',
          'Content-Length',
          '1',
          'Authorization',
          'Bearer a',
        ),
      ),
    ).toBe('passed');
  });

  test('decodes every segment that encodeURIComponent produces', () => {
    const segment = fc
      .string({ unit: 'grapheme', maxLength: 40 })
      .filter((s) => !/\p{Cc}/u.test(s) && !/^(\.|%(25)*2e){1,2}$/i.test(s));
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 6 }), (segments) => {
        expect(head(`/${segments.map(encodeURIComponent).join('/')}`).segments).toEqual(segments);
      }),
    );
  });

  test('never accepts a path that URL resolution would change', () => {
    const piece = fc.constantFrom(
      'a',
      '/',
      '.',
      '..',
      '%2e',
      '%2E',
      '%252e',
      '\\',
      '//',
      '%5c',
      '%2f',
      'é',
      '#',
      '?',
      ' ',
      '\t',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 10 }).map((p) => `/x/${p.join('')}`),
        (url) => {
          if (codeOf(() => head(url)) !== 'passed') return;
          const resolved = new URL(url, 'http://h');
          expect(resolved.pathname).toBe(head(url).rawPath);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('parseQuery', () => {
  test.each<[string, Record<string, string>]>([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['=x', { '': 'x' }],
    ['a=b=c', { a: 'b=c' }],
    ['&&a=1&', { a: '1' }],
    ['q=a+b%2Bc', { q: 'a b+c' }],
    ['%C3%A9=%E2%82%AC', { é: '€' }],
    ['a=1&A=2', { a: '1', A: '2' }],
  ])('reads %s', (raw, expected) => {
    expect({ ...parseQuery(raw) }).toEqual(expected);
  });
  test('treats __proto__ like any other name', () => {
    expect(Object.keys(parseQuery('__proto__=1&constructor=2'))).toEqual([
      '__proto__',
      'constructor',
    ]);
  });
  test('joins the values of a list', () => {
    const query = parseQuery('a=1,2&b=x&%61=3&a=', ['a']);
    expect({ ...query }).toEqual({ a: '1,2,3,', b: 'x' });
    expect(codeOf(() => parseQuery('a=1&b=x&b=y', ['a']))).toBe('invalid_parameter');
  });
  test.each([
    'a=1&a=1',
    'a=1&%61=2',
    'a&a',
    '__proto__=1&__proto__=2',
    'a=%',
    'a=%ff',
    '%zz=1',
    'a=%00',
    'a=x%0Ay',
  ])('rejects %s', (raw) => {
    expect(codeOf(() => parseQuery(raw))).toBe('invalid_parameter');
  });
});
