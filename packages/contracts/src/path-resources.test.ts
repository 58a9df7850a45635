import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { notFoundDetail, pathResources } from './path-resources.ts';

const user = '/api/v1/directory/users/{id}';
const domain = '/api/v1/organizations/{orgId}/domains/{domId}';
const suffix = '01h455vb4pex5vsknk084sn02q';

describe('notFoundDetail', () => {
  test.each([
    [user, { id: 'ada' }, 'User ids begin with usr_'],
    [user, { id: `org_${suffix}` }, 'User ids begin with usr_'],
    [user, { id: 'usr_1' }, '"usr_1" is not a complete user id'],
    [user, { id: `usr_${suffix}` }, `No user usr_${suffix} was found in this tenant`],
    [domain, { orgId: 'acme', domId: `dom_${suffix}` }, 'Organization ids begin with org_'],
    [
      domain,
      { orgId: `org_${suffix}`, domId: `dom_${suffix}` },
      `No domain dom_${suffix} was found in organization org_${suffix}`,
    ],
    ['/api/v1/fga/models/{modelId}', { modelId: 'active' }, 'No authorization model active was found in this tenant'],
    ['/api/v1/fga/store', {}, undefined],
  ])('%s %j', (path, params, detail) => expect(notFoundDetail(path, params)).toBe(detail)); // prettier-ignore

  test('shows the beginning of a long value', () => {
    const detail = notFoundDetail('/api/v1/applications/{clientId}', { clientId: 'x'.repeat(400) });
    expect(detail).toBe(`No application ${'x'.repeat(80)}… was found in this tenant`);
  });

  test('names the resource of every path parameter', () => {
    const parameters = catalogue.flatMap(({ operation }) => {
      const segments = operation.path.split('/');
      return segments.flatMap((s, i) => (s.startsWith('{') ? [`${segments[i - 1]}/${s}`] : []));
    });
    expect([...new Set(parameters)].sort()).toEqual(Object.keys(pathResources).sort());
  });
});
