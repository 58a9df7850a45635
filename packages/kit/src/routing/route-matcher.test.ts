import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { HttpMethod } from '@platform/contracts';
import { routeMatcher } from './route-matcher.ts';
import type { Route } from './route-matcher.ts';

const operations = {
  userList: { method: 'get', path: '/api/v1/users' },
  userCreate: { method: 'post', path: '/api/v1/users' },
  userGet: { method: 'get', path: '/api/v1/users/{id}' },
  userDelete: { method: 'delete', path: '/api/v1/users/{id}' },
  userGroups: { method: 'get', path: '/api/v1/users/{id}/groups' },
  userByExternalId: { method: 'get', path: '/api/v1/users/external_id/{externalId}' },
  claimsGet: { method: 'get', path: '/api/v1/applications/{clientId}/token-claims' },
  documentGet: { method: 'get', path: '/api/v1/applications/{clientId}/{docType}' },
  documentPut: { method: 'put', path: '/api/v1/applications/{clientId}/{docType}' },
  jobLatest: { method: 'get', path: '/api/v1/import/jobs/latest' },
  jobGet: { method: 'get', path: '/api/v1/import/jobs/{id}' },
  jobDelete: { method: 'delete', path: '/api/v1/import/jobs/{id}' },
  tuplesImport: { method: 'post', path: '/api/v1/tuples:import' },
  tupleWrite: { method: 'post', path: '/api/v1/tuples' },
} as const satisfies Record<string, Route>;

const match = routeMatcher(operations);
const run = (method: string, path: string) =>
  match(method, path.slice(1).split('/').map(decodeURIComponent));

describe('routeMatcher', () => {
  test.each<[string, string, string, Record<string, string>]>([
    ['GET', '/api/v1/users', 'userList', {}],
    ['HEAD', '/api/v1/users', 'userList', {}],
    ['GET', '/api/v1/users/usr_1', 'userGet', { id: 'usr_1' }],
    ['GET', '/api/v1/users/a%2Fb', 'userGet', { id: 'a/b' }],
    ['GET', '/api/v1/users/external_id', 'userGet', { id: 'external_id' }],
    ['GET', '/api/v1/users/external_id/x%2Fgroups', 'userByExternalId', { externalId: 'x/groups' }],
    ['GET', '/api/v1/users/external_id/groups', 'userByExternalId', { externalId: 'groups' }],
    ['GET', '/api/v1/users/external%5Fid/groups', 'userByExternalId', { externalId: 'groups' }],
    ['GET', '/api/v1/users/usr_1/groups', 'userGroups', { id: 'usr_1' }],
    ['GET', '/api/v1/applications/a/token-claims', 'claimsGet', { clientId: 'a' }],
    [
      'GET',
      '/api/v1/applications/a/Token-Claims',
      'documentGet',
      { clientId: 'a', docType: 'Token-Claims' },
    ],
    [
      'PUT',
      '/api/v1/applications/a/token-claims',
      'documentPut',
      { clientId: 'a', docType: 'token-claims' },
    ],
    ['GET', '/api/v1/import/jobs/latest', 'jobLatest', {}],
    ['DELETE', '/api/v1/import/jobs/latest', 'jobDelete', { id: 'latest' }],
    ['GET', '/api/v1/import/jobs/latest2', 'jobGet', { id: 'latest2' }],
    ['POST', '/api/v1/tuples:import', 'tuplesImport', {}],
    ['POST', '/api/v1/tuples%3Aimport', 'tuplesImport', {}],
    ['POST', '/api/v1/tuples', 'tupleWrite', {}],
  ])('%s %s runs %s', (method, path, operationId, params) => {
    expect(run(method, path)).toEqual({ kind: 'match', operationId, params });
  });

  test.each([
    '/',
    '/api',
    '/api/v1',
    '/api/v1/users/',
    '/api/v1//users',
    '//api/v1/users',
    '/api/v1/users//',
    '/api/v1/users//groups',
    '/API/v1/users',
    '/api/v1/Users',
    '/api/v1/tuples:Import',
    '/api/v1/tuples:',
    '/api%2Fv1/users',
    '/api/v1/users/{id}/x',
    '/api/v1/users/a/b/c',
    '/api/v1/constructor',
    '/__proto__',
  ])('%s matches nothing', (path) => {
    expect(run('GET', path)).toEqual({ kind: 'none' });
  });

  test.each([
    ['PATCH', '/api/v1/users', ['GET', 'HEAD', 'POST']],
    ['POST', '/api/v1/users/usr_1', ['DELETE', 'GET', 'HEAD']],
    ['HEAD', '/api/v1/tuples', ['POST']],
    ['get', '/api/v1/users', ['GET', 'HEAD', 'POST']],
    ['POST', '/api/v1/import/jobs/latest', ['DELETE', 'GET', 'HEAD']],
    ['OPTIONS', '/api/v1/tuples:import', ['POST']],
  ])('%s %s lists the allowed methods', (method, path, allow) => {
    expect(run(method, path)).toEqual({ kind: 'method', allow });
  });

  test.each<[string, Record<string, Route>]>([
    [
      'same method and shape',
      { a: { method: 'get', path: '/x/{id}' }, b: { method: 'get', path: '/x/{name}' } },
    ],
    ['same path twice', { a: { method: 'get', path: '/x' }, b: { method: 'get', path: '/x' } }],
    ['no slash first', { a: { method: 'get', path: 'x' } }],
    ['a trailing slash', { a: { method: 'get', path: '/x/' } }],
    ['half a parameter', { a: { method: 'get', path: '/x/{id}:verb' } }],
    ['an empty parameter', { a: { method: 'get', path: '/x/{}' } }],
    ['one name twice', { a: { method: 'get', path: '/{id}/x/{id}' } }],
  ])('rejects %s when built', (_, routes) => {
    expect(() => routeMatcher(routes)).toThrow(Error);
  });

  test('treats a parameter named __proto__ like any other', () => {
    const found = routeMatcher({ a: { method: 'get', path: '/{__proto__}' } })('GET', ['x']);
    expect(found.kind === 'match' && Object.keys(found.params)).toEqual(['__proto__']);
  });

  test('agrees with matching every template in order of literals', () => {
    const method = fc.constantFrom<HttpMethod>('get', 'post');
    const template = fc.array(fc.constantFrom('a', 'b', '{}'), { minLength: 1, maxLength: 4 });
    const routes = fc.uniqueArray(fc.record({ method, template }), {
      maxLength: 14,
      selector: (r) => `${r.method} ${r.template.join('/')}`,
    });
    const segments = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        routes,
        fc.constantFrom('GET', 'POST', 'HEAD', 'PUT'),
        segments,
        (list, verb, asked) => {
          const built = Object.fromEntries(
            list.map((r, i): [string, Route] => [
              `op${i}`,
              {
                method: r.method,
                path: `/${r.template.map((s, j) => (s === '{}' ? `{p${j}}` : s)).join('/')}`,
              },
            ]),
          );
          const fitting = list
            .map((r, i) => ({ ...r, id: `op${i}` }))
            .filter(
              (r) =>
                r.template.length === asked.length &&
                r.template.every((s, j) => (s === '{}' ? asked[j] !== '' : s === asked[j])),
            );
          const wanted = verb === 'HEAD' ? 'get' : verb.toLowerCase();
          const rank = (r: { template: string[] }) =>
            r.template.map((s) => (s === '{}' ? '1' : '0')).join('');
          const best = fitting
            .filter((r) => r.method === wanted)
            .sort((x, y) => (rank(x) < rank(y) ? -1 : 1))[0];
          const methods = new Set(fitting.map((r) => r.method.toUpperCase()));
          if (methods.has('GET')) methods.add('HEAD');

          const found = routeMatcher(built)(verb, asked);
          if (best) {
            const params = Object.fromEntries(
              best.template.flatMap((s, j) => (s === '{}' ? [[`p${j}`, asked[j]]] : [])),
            );
            expect(found).toEqual({ kind: 'match', operationId: best.id, params });
          } else if (methods.size > 0)
            expect(found).toEqual({ kind: 'method', allow: [...methods].sort() });
          else expect(found).toEqual({ kind: 'none' });
        },
      ),
      { numRuns: 3000 },
    );
  });
});
