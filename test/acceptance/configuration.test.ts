import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  ApplyError,
  ConfigurationError,
  applyPlan,
  configurationOf,
  exportConfiguration,
  kindNames,
  planChanges,
  readConfiguration,
  writeConfiguration,
} from '@platform/configuration';
import type { Configuration, NewSecret, Plan, StateOptions } from '@platform/configuration';
import { createPlatform } from '@platform/sdk';
import type { Platform } from '@platform/sdk';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configurationEdits } from './configuration-edits.ts';
import { configurationEnvironment } from './configuration-environment.ts';

const everyKind = fileURLToPath(new URL('./configuration', import.meta.url));

let under: PlatformUnderTest;
let folder: string;

beforeAll(async () => {
  under = await sharedPlatform(['first', 'second', 'third', 'fourth']);
  folder = await mkdtemp(join(tmpdir(), 'configuration-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Tenant extends StateOptions {
  platform: Platform;
}

const tenant = async (name: string): Promise<Tenant> => ({
  platform: createPlatform({ baseUrl: under.ready.gateway, token: await under.token(name) }),
  exclude: [`application/${under.tenant(name).clientId}`],
});

const environment = configurationEnvironment;

async function apply(
  { platform, ...options }: Tenant,
  configuration: Configuration,
  { prune = false } = {},
): Promise<{ plan: Plan; secrets: NewSecret[] }> {
  const plan = await planChanges(platform, configuration, { ...options, prune });
  const secrets: NewSecret[] = [];
  await applyPlan(platform, plan, { onSecret: (secret) => void secrets.push(secret) });
  return { plan, secrets };
}

const outline = ({ changes }: Plan): string[] =>
  changes.map(({ action, address }) => `${action} ${address}`);

describe('configuration', () => {
  it('of one tenant, applied to an empty one, gives the same export', async () => {
    const [first, second] = [await tenant('first'), await tenant('second')];
    const source = await readConfiguration(everyKind, { environment });
    const { secrets } = await apply(first, source);
    expect(outline(await planChanges(first.platform, source, first))).toEqual([]);
    expect(secrets.map(({ address }) => address)).toEqual([
      'application/ledger',
      'application/nightly-report',
      'webhook-endpoint/https://billing.example.com/claims',
      'erasure-veto-client/Billing',
      'hook/Enrich',
      'hook/Risk check',
    ]);

    const exported = await exportConfiguration(first.platform, first);
    await writeConfiguration(folder, exported);
    const copy = await readConfiguration(folder, { environment });
    expect(new Set(copy.resources.map(({ kind }) => kind.name))).toEqual(new Set(kindNames));
    expect(outline(await planChanges(first.platform, copy, { ...first, prune: true }))).toEqual([]);

    const again = await exportConfiguration(first.platform, { ...first, before: source });
    expect(again.files['relationship-model.yaml']).toMatch(/# People sign in\.[^]*an owner is/);
    expect(again.files['siem-sinks/datadog.yaml']).toContain('apiKey: ${env:DATADOG_API_KEY}');
    expect(again.files['webhook-endpoints/crm-example-com-hooks.yaml']).toContain(
      'secret: ${env:CRM_SIGNING_SECRET}',
    );

    await apply(second, copy);
    expect((await exportConfiguration(second.platform, second)).files).toEqual(exported.files);
  });

  it('changes resources of each kind, and changes them back', async () => {
    const { platform, ...options } = await tenant('second');
    await apply({ platform, ...options }, await readConfiguration(everyKind, { environment }));
    const before = await exportConfiguration(platform, options);
    const source = configurationOf(before.files, { environment });
    const edited = {
      resources: source.resources.map((one) => ({
        ...one,
        members: { ...one.members, ...configurationEdits[one.address] },
      })),
    };
    const { plan } = await apply({ platform, ...options }, edited);
    expect(new Set(plan.changes.map(({ address }) => address))).toEqual(
      new Set(Object.keys(configurationEdits)),
    );
    const changed = new Set(plan.changes.map(({ kind }) => kind.name));
    expect(kindNames.filter((name) => !changed.has(name))).toEqual([
      // They can only be created and deleted.
      'permission',
      'group-role-mapping',
      'login-domain',
    ]);
    expect(outline(await planChanges(platform, edited, options))).toEqual([]);
    await apply({ platform, ...options }, source);
    expect((await exportConfiguration(platform, options)).files).toEqual(before.files);
  });

  it('is deleted with prune alone, and the application that makes the calls never is', async () => {
    const third = await tenant('third');
    const texts = {
      'permissions.yaml': '- name: invoices.read\n- name: invoices.approve\n',
      'roles/approver.yaml': 'key: approver\npermissions: [invoices.read, invoices.approve]\n',
    };
    await apply(third, configurationOf(texts));
    const none = configurationOf({});
    const kept = await planChanges(third.platform, none, third);
    expect(kept.changes).toEqual([]);
    expect(kept.undeclared).toEqual([
      'permission/invoices.read',
      'permission/invoices.approve',
      'role/approver',
    ]);
    const { plan } = await apply(third, none, { prune: true });
    expect(outline(plan)).toEqual([
      'delete role/approver',
      'delete permission/invoices.read',
      'delete permission/invoices.approve',
    ]);
    const roles = (await third.platform.roles.list()).data;
    expect(roles.filter(({ system }) => !system)).toEqual([]);
    expect((await third.platform.applications.list()).data).toHaveLength(1);
  });

  it('is not written over what someone else has changed since the plan', async () => {
    const { platform, ...options } = await tenant('fourth');
    const texts = (name: string) =>
      configurationOf({
        'organizations.yaml': `{ slug: engines, name: ${name} }\n`,
        'applications.yaml': `{ clientId: ledger, name: ${name}, type: spa }\n`,
      });
    await apply({ platform, ...options }, texts('First'));
    const plan = await planChanges(platform, texts('Second'), options);
    expect(outline(plan)).toEqual(['update application/ledger', 'update organization/engines']);
    const { data } = await platform.organizations.list();
    await platform.organizations.update(String(data[0]?.id), { name: 'Of someone else' });
    const failure: unknown = await applyPlan(platform, plan).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApplyError);
    expect(failure).toMatchObject({
      address: 'organization/engines',
      made: 1,
      message:
        'organization/engines has been changed by someone else since the plan was made. Plan again to see the difference.',
    });
    expect((await platform.organizations.list()).data[0]?.name).toBe('Of someone else');
    await apply({ platform, ...options }, texts('Second'));
    expect((await platform.organizations.list()).data[0]?.name).toBe('Second');
  });

  it('of a model runs its tests before anything is sent', async () => {
    const { platform, ...options } = await tenant('fourth');
    const texts = configurationOf({
      'roles.yaml': '{ key: unwanted, permissions: [tenant:users.read] }\n',
      'relationship-model.yaml': `dsl: |
  model
    schema 1.1
  type user
  type document
    relations
      define viewer: [user]
tests:
  - name: anyone can view
    checks: [{ subject: 'user:anne', relation: viewer, object: 'document:a', expect: true }]
`,
    });
    const refused: unknown = await planChanges(platform, texts, options).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(ConfigurationError);
    expect(String(refused)).toMatch(
      /relationship-model\.yaml:1:1: relationship-model: .*anyone can view/,
    );
    expect((await platform.roles.list()).data.map(({ key }) => key)).not.toContain('unwanted');
  });

  it('says where in the files the fault is that only the API can find', async () => {
    const { platform, ...options } = await tenant('fourth');
    const texts = configurationOf({
      'applications.yaml': `- clientId: shop
  name: Shop
  type: web
  redirectUris:
    - https://shop.example.com/callback
    - http://shop.example.com/callback
`,
    });
    const failure: unknown = await apply({ platform, ...options }, texts).catch((e: unknown) => e);
    expect(failure).toBeInstanceOf(ApplyError);
    expect(String(failure)).toMatch(
      /application\/shop: .*\n {2}applications\.yaml:6:7: redirectUris\.1 must be https/,
    );
  });
});
