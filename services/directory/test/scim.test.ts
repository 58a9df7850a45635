import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPlatform } from '@platform/testkit/service';
import type { TestPlatform } from '@platform/testkit/service';
import { directory } from '../src/service.ts';
import { newDirectory } from './scim-harness.ts';
import type { TestDirectory } from './scim-harness.ts';

let platform: TestPlatform;
let dir: TestDirectory;
beforeAll(async () => {
  platform = await testPlatform(directory);
  dir = await newDirectory(platform, { tenantId: platform.hub.tenant('acme').id });
});
afterAll(() => platform.stop());

test('smoke', async () => {
  const made = await dir.call('post', '/Users', {
    body: {
      schemas: [],
      userName: 'Ada@Example.com',
      name: { GivenName: 'Ada' },
      emails: [{ value: 'ada@example.com', type: 'work', primary: 'True' }],
      active: 'True',
    },
  });
  console.log(made.status, Object.fromEntries(made.headers), JSON.stringify(made.body, null, 1));
  const id = made.body.id;
  for (const [m, p, b] of [
    ['get', `/Users/${id}`],
    ['get', '/Users?filter=userName%20eq%20%22ada@example.com%22'],
    [
      'get',
      '/Users?filter=' +
        encodeURIComponent(
          'emails[type eq "work" and value eq "ADA@example.com"] and active eq "True" and name.givenName sw "a"',
        ),
    ],
    [
      'get',
      '/Users?filter=' +
        encodeURIComponent(
          'not (title pr) and title ne "x" and meta.created gt "2020-01-01T00:00:00Z"',
        ),
    ],
    ['get', '/Users?count=1'],
    ['get', '/Users?cursor=&count=1'],
    ['get', '/Users?count=0'],
    [
      'patch',
      `/Users/${id}`,
      {
        Operations: [
          { op: 'Replace', path: 'emails[type eq "home"].value', value: 'home@example.com' },
          {
            op: 'Add',
            value: {
              'name.familyName': 'L',
              'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'R',
              active: 'False',
            },
          },
        ],
      },
    ],
    ['post', '/Groups', { displayName: 'Ops', members: [{ value: id }] }],
    ['get', '/Groups'],
    ['get', `/Users/${id}?attributes=groups,userName`],
    ['get', '/Schemas'],
    ['get', '/ResourceTypes'],
    ['get', '/ServiceProviderConfig'],
    ['get', '/Me'],
    ['post', '/Bulk', {}],
    ['delete', `/Users/${id}`],
    ['get', `/Users/${id}`],
    ['get', '/Groups'],
  ] as any[]) {
    const a = await dir.call(m, p, b ? { body: b } : {});
    console.log(m, p, a.status, a.headers.get('etag'), JSON.stringify(a.body).slice(0, 900));
  }
});
