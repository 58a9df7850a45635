import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPlatform } from '@platform/testkit/service';
import type { TestPlatform } from '@platform/testkit/service';
import { directory } from '../src/service.ts';
import { newDirectory } from './scim-harness.ts';
import type { ScimDirectory } from './scim-harness.ts';

// The request bodies that Microsoft Entra ID and Okta document for their provisioning services.
const core = 'urn:ietf:params:scim:schemas:core:2.0';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
let platform: TestPlatform;
let entra: ScimDirectory;
let okta: ScimDirectory;

beforeAll(async () => {
  platform = await testPlatform(directory);
  const tenantId = platform.hub.tenant('acme').id;
  entra = await newDirectory(platform, { tenantId });
  okta = await newDirectory(platform, { tenantId });
});
afterAll(() => platform.stop());

const patch = (dir: ScimDirectory, path: string, ...Operations: object[]) =>
  dir.call('patch', path, { body: { schemas: [patchOp], Operations } });
const filter = (text: string): string => `filter=${encodeURIComponent(text)}`;

describe('Entra', () => {
  const userName = 'grady.archie@contoso.example';
  let id: string;

  test('tests the connection by querying a user who does not exist', async () => {
    const path = `/Users?aadOptscim062020&${filter('userName eq "6B6C5A0C-8D6E-4C1F-9E3B"')}`;
    const { status, body } = await entra.call('get', path);
    expect([status, body.totalResults, body.Resources]).toEqual([200, 0, []]);
  });

  test('creates a user', async () => {
    const { status, body } = await entra.call('post', '/Users', {
      body: {
        schemas: [`${core}:User`, enterprise],
        externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
        userName,
        active: true,
        displayName: 'Grady Archie',
        emails: [{ primary: true, type: 'work', value: userName }],
        meta: { resourceType: 'User' },
        name: { formatted: 'Grady Archie', familyName: 'Archie', givenName: 'Grady' },
        roles: [],
        [enterprise]: { department: 'Sales', manager: '26118915' },
      },
    });
    expect([status, body[enterprise].manager]).toEqual([201, { value: '26118915' }]);
    id = body.id;
  });

  test.each([
    ['userName', `userName eq "${userName}"`],
    ['the external id', 'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"'],
    ['the address at work', `emails[type eq "work"].value eq "${userName}"`],
    ['the primary address', `emails[primary eq "True"].value eq "${userName}"`],
  ])('matches by %s', async (_what, text) => {
    const { body } = await entra.call('get', `/Users?${filter(text)}`);
    expect(body.Resources.map((r: { id: string }) => r.id)).toEqual([id]);
  });

  test('updates attributes with a path and operators in capitals', async () => {
    const { status, body } = await patch(
      entra,
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@contoso.example' },
      { op: 'Replace', path: 'name.familyName', value: 'Updated' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+14255550100' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Redmond' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Marketing' },
      { op: 'Replace', path: `${enterprise}:manager`, value: { value: '7' } },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      emails: [{ type: 'work', value: 'updated@contoso.example' }],
      name: { familyName: 'Updated', givenName: 'Grady' },
      phoneNumbers: [{ type: 'mobile', value: '+14255550100' }],
      addresses: [{ type: 'work', locality: 'Redmond' }],
      [enterprise]: { department: 'Marketing', manager: { value: '7' } },
    });
  });

  test('updates attributes without a path', async () => {
    const value = {
      displayName: 'Grady A.',
      'name.givenName': 'G.',
      [`${enterprise}:employeeNumber`]: '42',
    };
    const { body } = await patch(entra, `/Users/${id}`, { op: 'Add', value });
    expect(body).toMatchObject({
      displayName: 'Grady A.',
      name: { givenName: 'G.', familyName: 'Updated' },
      [enterprise]: { employeeNumber: '42', department: 'Marketing' },
    });
  });

  test.each([
    ['text', { op: 'Replace', path: 'active', value: 'False' }, false],
    ['a boolean', { op: 'replace', path: 'active', value: true }, true],
    ['a list', { op: 'Replace', path: 'active', value: [{ $ref: null, value: 'False' }] }, false],
    ['no path', { op: 'Replace', value: { active: true } }, true],
  ])('disables and enables a user by %s', async (_what, operation, active) =>
    expect((await patch(entra, `/Users/${id}`, operation)).body.active).toBe(active),
  );

  test('creates and changes a group', async () => {
    const made = await entra.call('post', '/Groups', {
      body: {
        schemas: [
          `${core}:Group`,
          'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
        ],
        externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
        displayName: 'Sellers',
        meta: { resourceType: 'Group' },
      },
    });
    expect(made.status).toBe(201);
    const group = `/Groups/${made.body.id}`;
    const listed = await entra.call(
      'get',
      `/Groups?excludedAttributes=members&${filter('displayName eq "sellers"')}`,
    );
    expect(listed.body.totalResults).toBe(1);
    const change = async (operation: object) => (await patch(entra, group, operation)).status;
    expect(await change({ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] })).toBe(
      204,
    );
    const isMember = filter(`id eq "${made.body.id}" and members eq "${id}"`);
    expect((await entra.call('get', `/Groups?${isMember}`)).body.totalResults).toBe(1);
    expect(
      await change({ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] }),
    ).toBe(204);
    expect(await change({ op: 'Replace', path: 'displayName', value: 'Vendors' })).toBe(204);
    expect((await entra.call('get', group)).body).toMatchObject({ displayName: 'Vendors' });
    expect((await entra.call('delete', group)).status).toBe(204);
  });
});

describe('Okta', () => {
  const userName = 'test.user@okta.example';
  const user = {
    schemas: [`${core}:User`],
    userName,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };
  let id: string;

  test('looks for a user before it creates one', async () => {
    const path = `/Users?${filter(`userName eq "${userName}"`)}&startIndex=1&count=100`;
    expect((await okta.call('get', path)).body).toMatchObject({ totalResults: 0, startIndex: 1 });
    const made = await okta.call('post', '/Users', { body: user });
    expect([made.status, made.body.password]).toEqual([201, undefined]);
    id = made.body.id;
    expect((await okta.call('get', path)).body.Resources[0].id).toBe(id);
  });

  test('replaces the whole user', async () => {
    const { body } = await okta.call('put', `/Users/${id}`, {
      body: {
        ...user,
        id,
        meta: { resourceType: 'User' },
        name: { ...user.name, middleName: 'Q' },
      },
    });
    expect(body).toMatchObject({ id, name: { middleName: 'Q' } });
  });

  test('keeps the external id of a user or a group that a PUT replaces without one', async () => {
    const { externalId, ...rest } = user;
    const replaced = await okta.call('put', `/Users/${id}`, { body: { ...rest, id } });
    expect(replaced.body.externalId).toBe(externalId);
    const made = await okta.call('post', '/Groups', {
      body: { displayName: 'Kept', externalId: 'g-1' },
    });
    const path = `/Groups/${made.body.id}`;
    const group = await okta.call('put', path, { body: { displayName: 'Kept' } });
    expect(group.body.externalId).toBe('g-1');
    const cleared = await okta.call('put', path, {
      body: { displayName: 'Kept', externalId: null },
    });
    expect(cleared.body.externalId).toBeUndefined();
    expect((await okta.call('delete', path)).status).toBe(204);
  });

  test('assigns a user again with an external id that it did not send before', async () => {
    const made = await okta.call('post', '/Users', { body: { userName: 'late@okta.example' } });
    await patch(okta, `/Users/${made.body.id}`, { op: 'replace', value: { active: false } });
    const body = { userName: 'late@okta.example', externalId: 'late-1' };
    const again = await okta.call('post', '/Users', { body });
    expect([again.status, again.body]).toMatchObject([201, { id: made.body.id, active: true }]);
  });

  test('sends passwords that are ignored', async () => {
    for (const operation of [
      { op: 'replace', value: { password: 'secret' } },
      { op: 'replace', path: 'password', value: 'secret' },
    ]) {
      const { status, body } = await patch(okta, `/Users/${id}`, operation);
      expect([status, body.password]).toEqual([200, undefined]);
    }
  });

  test('deactivates a user, and assigns them again by creating them', async () => {
    const off = await patch(okta, `/Users/${id}`, { op: 'replace', value: { active: false } });
    expect([off.status, off.body.active]).toEqual([200, false]);
    const again = await okta.call('post', '/Users', { body: user });
    expect([again.status, again.body.id, again.body.active]).toEqual([201, id, true]);
    expect((await okta.call('post', '/Users', { body: user })).status).toBe(409);
  });

  test('pushes a group, renames it and replaces its members', async () => {
    const { body } = await okta.call('post', '/Groups', {
      body: { schemas: [`${core}:Group`], displayName: 'Test SCIM', members: [] },
    });
    const group = `/Groups/${body.id}`;
    const rename = { op: 'replace', value: { id: body.id, displayName: 'Renamed' } };
    expect((await patch(okta, group, rename)).status).toBe(204);
    const changes = [
      { op: 'remove', path: `members[value eq "${id}"]` },
      { op: 'add', path: 'members', value: [{ value: id, display: userName }] },
    ];
    expect((await patch(okta, group, ...changes)).status).toBe(204);
    expect((await okta.call('get', group)).body.members).toMatchObject([{ value: id }]);
    const replace = { op: 'replace', path: 'members', value: [] };
    expect((await patch(okta, group, replace)).status).toBe(204);
    expect((await okta.call('get', group)).body.members ?? []).toEqual([]);
    expect((await okta.call('get', '/Groups?startIndex=1&count=100')).body.totalResults).toBe(1);
  });
});
