import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../files/configuration-error.ts';
import { application } from '../kinds/application.ts';
import type { AnyKind } from '../kinds/kind.ts';
import { organization } from '../kinds/organization.ts';
import { permission } from '../kinds/permission.ts';
import { role } from '../kinds/role.ts';
import { socialConnector } from '../kinds/social-connector.ts';
import { webhookEndpoint } from '../kinds/webhook-endpoint.ts';
import { secret } from '../members/secret.ts';
import { declaredBy, foundResource } from '../test-files.ts';
import type { Found } from '../tenant/tenant-state.ts';
import { planOf } from './plan-of.ts';
import type { PlanOptions } from './plan-of.ts';
import { sentBody } from './sent-body.ts';

const any = (kind: object): AnyKind => kind as AnyKind;

const stored = {
  approver: foundResource(any(role), {
    key: 'approver',
    displayName: 'Approver',
    description: null,
    permissions: ['invoices.approve', 'invoices.read'],
  }),
  read: foundResource(any(permission), {
    name: 'invoices.read',
    displayName: null,
    description: null,
    clientId: null,
    apiResourceId: null,
  }),
  approve: foundResource(
    any(permission),
    {
      name: 'invoices.approve',
      displayName: null,
      description: null,
      clientId: null,
      apiResourceId: null,
    },
    { usedByRoles: 1 },
  ),
  acme: foundResource(any(organization), { slug: 'acme', name: 'Acme', defaultRoles: [] }),
};

const files = {
  role: 'key: approver\ndisplayName: Approver\npermissions: [invoices.read, invoices.approve]\n',
  permissions: '- name: invoices.read\n- name: invoices.approve\n',
};

function plan(
  resources: readonly Found[],
  texts: Record<string, string>,
  { environment = {}, ...options }: PlanOptions & { environment?: Record<string, string> } = {},
) {
  return planOf({ resources }, declaredBy(texts, { environment }), options);
}

const faults = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return '';
};

describe('planOf', () => {
  it('creates what is absent, after what it refers to', () => {
    const { changes } = plan([], {
      'roles.yaml': files.role,
      'permissions.yaml': files.permissions,
    });
    expect(changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
      'create permission/invoices.read',
      'create permission/invoices.approve',
      'create role/approver',
    ]);
  });

  it('is empty if only the order of a set differs', () => {
    const texts = { 'roles.yaml': files.role, 'permissions.yaml': files.permissions };
    expect(plan([stored.approver, stored.read, stored.approve], texts).changes).toEqual([]);
  });

  it('shows the old and the new value of each member that differs', () => {
    const texts = { 'roles.yaml': 'key: approver\npermissions: [invoices.read]\n' };
    const [change] = plan([stored.approver, stored.read], texts).changes;
    expect(change).toMatchObject({
      action: 'update',
      members: [
        { path: ['displayName'], before: 'Approver', after: null },
        {
          path: ['permissions'],
          before: ['invoices.approve', 'invoices.read'],
          after: ['invoices.read'],
        },
      ],
    });
  });

  it('deletes with prune alone, in the opposite order', () => {
    const resources = [stored.read, stored.approver, stored.acme];
    expect(plan(resources, {}).changes).toEqual([]);
    expect(plan(resources, {}).undeclared).toEqual(['permission/invoices.read', 'role/approver']);
    const { changes, undeclared } = plan(resources, {}, { prune: true });
    expect(changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
      'delete role/approver',
      'delete permission/invoices.read',
    ]);
    expect(undeclared).toEqual([]);
  });

  it('never deletes what the platform has made', () => {
    const builtIn = { ...stored.approver, isManaged: false };
    expect(plan([builtIn], {}, { prune: true }).changes).toEqual([]);
  });

  it('deletes resources of the chosen kinds alone', () => {
    const resources = [stored.read, stored.approver];
    const { changes } = plan(resources, {}, { prune: true, only: ['role'] });
    expect(changes.map(({ address }) => address)).toEqual(['role/approver']);
  });

  it('refuses to change one of two resources with the same name', () => {
    const resources = [stored.read, stored.approver, { ...stored.approver, id: 'another' }];
    const texts = { 'roles.yaml': 'key: approver\npermissions: [invoices.read]\n' };
    expect(faults(() => plan(resources, texts))).toBe(
      'roles.yaml:1:1: The tenant has more than one role/approver. Rename all but one of them',
    );
  });

  it('refuses names that refer to nothing, and names the nearest one', () => {
    const texts = { 'roles.yaml': 'key: approver\npermissions:\n  - invoices.raed\n' };
    expect(faults(() => plan([stored.read], texts))).toBe(
      'roles.yaml:3:5: There is no permission invoices.raed. Did you mean invoices.read?',
    );
  });

  it('refuses names of what it would delete', () => {
    const texts = { 'roles.yaml': 'key: approver\npermissions: [invoices.read]\n' };
    expect(faults(() => plan([stored.read], texts, { prune: true }))).toContain(
      'There is no permission invoices.read.',
    );
  });

  it('refuses to change what is built in', () => {
    const builtIn = foundResource(any(role), stored.approver.members, { system: true });
    const texts = { 'roles.yaml': 'key: approver\npermissions: [invoices.read]\n' };
    expect(faults(() => plan([{ ...builtIn, isManaged: false }, stored.read], texts))).toContain(
      'role/approver is built in and cannot be changed.',
    );
  });

  it('replaces what cannot be changed, unless something else needs it', () => {
    const texts = { 'permissions.yaml': 'name: invoices.read\ndescription: Reads\n' };
    const [change] = plan([{ ...stored.read, resource: { usedByRoles: 0 } }], texts).changes;
    expect(change).toMatchObject({ action: 'replace', because: ['description'] });
    const used = { 'permissions.yaml': 'name: invoices.approve\ndescription: Approves\n' };
    expect(faults(() => plan([stored.approve], used))).toContain(
      'permissions.yaml:2:1: A permission cannot be changed, and roles contain this one.',
    );
  });

  it('refuses another type of an application', () => {
    const ledger = foundResource(any(application), { clientId: 'ledger', type: 'web', name: 'L' });
    const texts = { 'applications/l.yaml': 'clientId: ledger\ntype: spa\nname: L\n' };
    expect(faults(() => plan([ledger], texts))).toContain('The type of an application is fixed');
  });

  it('leaves members alone that have no default and that no file declares', () => {
    const ledger = foundResource(any(application), {
      clientId: 'ledger',
      name: 'L',
      type: 'web',
      enabled: true,
      description: null,
      accessTokenTtlSeconds: 60,
    });
    const texts = { 'applications/l.yaml': 'clientId: ledger\ntype: web\nname: L\n' };
    const names = plan([ledger], texts).changes.flatMap(({ members }) =>
      members.map(({ path }) => path[0]),
    );
    expect(names).not.toContain('accessTokenTtlSeconds');
  });

  describe('of secrets', () => {
    const endpoint = foundResource(any(webhookEndpoint), {
      url: 'https://example.com/',
      eventTypes: ['user.created'],
      description: null,
      organizationIds: null,
      headers: { 'X-Key': secret() },
    });
    const text = (headers: string) => ({
      'webhook-endpoints/a.yaml': `url: https://example.com/\neventTypes: [user.created]\nheaders: ${headers}\n`,
    });

    it('is empty if the secret is there, whatever the environment has', () => {
      expect(plan([endpoint], text('{ X-Key: "${env:KEY}" }')).changes).toEqual([]);
    });

    it('sends a new secret, removes an old one, and shows neither', () => {
      const environment = { OTHER: 'value of the secret' };
      const [change] = plan([endpoint], text('{ X-Other: "${env:OTHER}" }'), {
        environment,
      }).changes;
      expect(change?.members).toMatchObject([
        { path: ['headers', 'X-Key'], isSensitive: true, after: undefined },
        { path: ['headers', 'X-Other'], isSensitive: true, before: undefined },
      ]);
      expect(sentBody(change!, new Map()).patch).toEqual({
        headers: { 'X-Key': null, 'X-Other': 'value of the secret' },
      });
    });

    it('is sent again if the environment has another one than the last characters tell', () => {
      const connector = foundResource(any(socialConnector), {
        provider: 'google',
        clientId: 'platform',
        enabled: true,
        clientSecret: secret({ last4: 'cret' }),
      });
      const texts = {
        'login-experience/social-connectors/google.yaml':
          'provider: google\nclientId: platform\nclientSecret: ${env:GOOGLE}\n',
      };
      const sensitive = (GOOGLE: string): unknown[] =>
        plan([connector], texts, { environment: { GOOGLE } }).changes.flatMap(({ members }) =>
          members.filter(({ isSensitive }) => isSensitive),
        );
      expect(sensitive('the old secret')).toEqual([]);
      expect(sensitive('a new one of theirs')).toMatchObject([{ path: ['clientSecret'] }]);
    });

    it('refuses a secret that has to be sent and is absent', () => {
      expect(faults(() => plan([endpoint], text('{ X-Other: "${env:OTHER}" }')))).toBe(
        'webhook-endpoints/a.yaml:3:12: The environment has no variable OTHER, which webhook-endpoint/https://example.com/ needs',
      );
    });
  });

  it('resolves names to ids, or says that they are known later', () => {
    const texts = {
      'organizations/b.yaml': 'slug: bookshop\nname: Bookshop\n',
      'webhook-endpoints/a.yaml':
        'url: https://example.com/\neventTypes: [user.created]\norganizationIds: [acme, bookshop]\n',
    };
    const change = plan([stored.acme], texts).changes.at(-1)!;
    expect(change.names).toEqual([
      { path: ['organizationIds', 0], address: 'organization/acme', id: stored.acme.id },
      { path: ['organizationIds', 1], address: 'organization/bookshop', id: undefined },
    ]);
    const ids = new Map([
      ['organization/acme', 'org_1'],
      ['organization/bookshop', 'org_2'],
    ]);
    expect(sentBody(change, ids).body).toMatchObject({ organizationIds: ['org_1', 'org_2'] });
  });
});
