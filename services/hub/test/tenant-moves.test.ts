import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultTenantId } from '@platform/contracts';
import type { Tenant } from '@platform/contracts';
import { archiveMac, exportTenant, transferBox } from '@platform/data-lifecycle/tenant-move';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { patientPeer } from '@platform/testkit/patient-peer';
import { movedRows } from '../src/compose/moved-rows.ts';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';

let hub: HubUnderTest;
const peers: RpcPeer[] = [];
const transferKey = randomBytes(32).toString('base64');
const system = { type: 'system', id: 'test' } as const;

beforeAll(async () => {
  hub = await hubUnderTest();
});
afterAll(async () => {
  for (const peer of peers) peer.close();
  await hub.stop();
});

function peer(account: string): RpcPeer {
  const made = patientPeer({
    address: `127.0.0.1:${hub.pod.rpcPort}`,
    token: () => hub.around.cluster.mint(account, 'hub'),
  });
  peers.push(made);
  return made;
}
const moves = (account = 'platform-operator'): RpcClient<'platform.hub.v1.TenantMoves'> =>
  peer(account).service('platform.hub.v1.TenantMoves');
const move = (account = 'platform-operator'): RpcClient<'platform.tenantmove.v1.TenantMove'> =>
  peer(account).service('platform.tenantmove.v1.TenantMove');
const siblings = () => {
  const { directory, outbound, access, identityFacade, compliance } = hub.around;
  return [directory, outbound, access, identityFacade, compliance];
};

/** A tenant of another installation, with its client. */
interface Arriving {
  tenant: Tenant;
  moveId: string;
  lines: string[];
  secret: string;
}

/** Writes an archive as another installation would: that of a tenant here, under another id. */
async function arriving(slug: string, more: Partial<Tenant> = {}): Promise<Arriving> {
  const origin = await hub.makeTenant(`${slug}-origin`);
  await hub.tenants().SetState({ tenantId: origin.id, state: 'suspended' });
  const { tenantJson } = await moves().Depart({ tenantId: origin.id });
  const id = newId('tenant');
  const issuer = `http://${slug}.platform.localhost:18080`;
  const tenant: Tenant = { ...(JSON.parse(tenantJson) as Tenant), id, slug, issuer, ...more };
  const transfer = transferBox(transferKey);
  const lines: string[] = [];
  const { db, secrets } = hub.pod.platform;
  const own = { service: 'hub', db, secrets, moved: movedRows };
  await exportTenant(own, origin.id, transfer, async (line) => void lines.push(line));
  const mac = archiveMac(transfer);
  const end = lines.pop() as string;
  const renamed = lines.map((line) => line.replaceAll(origin.id, id));
  renamed.forEach(mac.add);
  const { rows } = (JSON.parse(end) as { end: { rows: object } }).end;
  const last = JSON.stringify({ end: { rows, mac: mac.digest() } });
  const moveId = newId('request');
  return { tenant, moveId, lines: [...renamed, last], secret: origin.clientSecret };
}

const reserve = ({ tenant, moveId }: Arriving, acceptNewIssuer = false) =>
  moves().Reserve({ tenantJson: JSON.stringify(tenant), moveId, acceptNewIssuer });
const send = ({ tenant, lines }: Arriving, from = 0) =>
  move().Import({ tenantId: tenant.id, transferKey, from, lines: lines.slice(from) });
const complete = ({ tenant, moveId }: Arriving, suspended = false) =>
  moves().Complete({ tenantId: tenant.id, moveId, suspended });
const importedElsewhere = (tenantId: string): void => {
  const done = { archiveId: 'a', lines: 1, isComplete: true, isPublished: true };
  for (const { moves: fake } of siblings()) fake.progress.set(tenantId, done);
};
const made = ({ tenant, secret }: Arriving): MadeTenant => ({
  id: tenant.id,
  slug: tenant.slug,
  issuer: tenant.issuer,
  host: new URL(tenant.issuer).host,
  clientId: 'tenant-admin',
  clientSecret: secret,
});
const eventsOf = (tenantId: string) =>
  hub.pod.platform.db.read({ tenantId, actor: system }, (tx) =>
    tx.rows<{ subject: string; envelope: { data?: { data: any } } }>(
      'SELECT subject, envelope FROM outbox ORDER BY position',
    ),
  );

describe('a tenant of another installation', () => {
  it('does not exist before all services have its rows, and then with its id, clients and secrets', async () => {
    const one = await arriving('moved');
    const { id } = one.tenant;
    expect(await reserve(one)).toMatchObject({ tenantId: id, state: 'importing' });
    expect(await reserve(one)).toMatchObject({ moveId: one.moveId });
    expect(await send(one)).toMatchObject({ isComplete: true, lines: one.lines.length });
    await expect(hub.tenants().GetTenant({ tenantId: id })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await hub.token(made(one))).status).not.toBe(200);
    await expect(complete(one)).rejects.toThrow('not complete in directory, outbound');
    expect(await eventsOf(id)).toEqual([]);

    importedElsewhere(id);
    expect(await complete(one)).toMatchObject({ id, slug: 'moved', state: 'active' });
    expect(await complete(one)).toMatchObject({ id, state: 'active' });
    expect((await hub.token(made(one))).status).toBe(200);
    const events = await eventsOf(id);
    expect(events.map(({ subject }) => subject.split('.').slice(-2).join('.'))).toEqual([
      'tenant.imported',
      'tenant.reactivated',
      `${id}.tenantImport`,
    ]);
    expect(events[0]?.envelope.data?.data).toMatchObject({
      moveId: one.moveId,
      formerIssuer: one.tenant.issuer,
      tenant: { id, createdAt: one.tenant.createdAt, owner: { id: 'tenant-admin' } },
    });
  });

  it('can stay suspended', async () => {
    const one = await arriving('resting');
    await reserve(one);
    await send(one);
    importedElsewhere(one.tenant.id);
    expect(await complete(one, true)).toMatchObject({ state: 'suspended' });
    expect(await eventsOf(one.tenant.id)).toHaveLength(2);
  });

  it('is imported once, wherever the import was interrupted', async () => {
    const one = await arriving('interrupted');
    await reserve(one);
    const part = { tenantId: one.tenant.id, transferKey, from: 0, lines: one.lines.slice(0, 1) };
    expect(await move().Import(part)).toMatchObject({ lines: 1, isComplete: false });
    expect(await move().Import(part)).toMatchObject({ lines: 1 });
    expect(await send(one, 2)).toMatchObject({ lines: 1 });
    expect(await send(one, 1)).toMatchObject({ isComplete: true });
    expect(await send(one, 1)).toMatchObject({ isComplete: true, lines: one.lines.length });
  });

  it('keeps its slug from others, until the import is abandoned without a trace', async () => {
    const one = await arriving('reserved');
    const { id } = one.tenant;
    await reserve(one);
    await send(one);
    const creation = { requestId: newId('request'), slug: 'reserved', name: 'Other' };
    await expect(hub.tenants().CreateTenant(creation)).rejects.toMatchObject({
      code: 'already_exists',
    });
    await expect(move().Abandon({ tenantId: id })).rejects.toThrow('not abandoned');
    expect(await moves().Abandon({ tenantId: id })).toMatchObject({ state: 'abandoned' });
    await expect(send(one, one.lines.length)).rejects.toThrow('abandoned in the hub');
    await expect(complete(one)).rejects.toThrow('was abandoned');
    await expect(moves().Release({ tenantId: id })).rejects.toThrow('left in hub');
    expect((await move().Abandon({ tenantId: id })).rows).toBeGreaterThan(1);
    await moves().Release({ tenantId: id });
    await expect(moves().GetArrival({ tenantId: id })).rejects.toMatchObject({ code: 'not_found' });
    const left = await hub.pod.platform.db.read({ tenantId: id, actor: system }, (tx) =>
      tx.rows(
        'SELECT tenant_id FROM application UNION SELECT tenant_id FROM tenant_import UNION SELECT tenant_id FROM purged_tenant UNION SELECT tenant_id FROM slug_reservation',
      ),
    );
    expect(left).toEqual([]);
    expect((await hub.tenants().CreateTenant(creation)).tenant?.slug).toBe('reserved');
  });
});

describe('an import is rejected', () => {
  it('if the id or the slug is or was taken, or the issuer would change', async () => {
    const taken = await hub.makeTenant('taken');
    const exists = await arriving('exists', { id: taken.id });
    await expect(reserve(exists)).rejects.toMatchObject({ code: 'already_exists' });
    const slug = await arriving('slug', {
      slug: 'taken',
      issuer: 'http://taken.platform.localhost:18080',
    });
    await expect(reserve(slug)).rejects.toThrow('taken is already in use');
    const issuer = await arriving('issuer', { issuer: 'https://issuer.eu.example' });
    await expect(reserve(issuer)).rejects.toThrow('would change from https://issuer.eu.example');
    expect(await reserve(issuer, true)).toMatchObject({
      issuer: 'http://issuer.platform.localhost:18080',
    });
    await expect(reserve({ ...issuer, moveId: newId('request') }, true)).rejects.toThrow(
      'another export',
    );
  });

  it('if it is the default tenant, or a test tenant without its live tenant', async () => {
    const platform = await arriving('platform-tenant', { id: defaultTenantId });
    await expect(reserve(platform)).rejects.toThrow('default tenant');
    const twin = { mode: 'test', parentTenantId: newId('tenant') } as const;
    const test = await arriving('twin', { ...twin, issuer: 'http://twin--test.example' });
    await expect(reserve(test, true)).rejects.toThrow('live tenant');
  });

  it('if it is not reserved, or the tenant exists', async () => {
    const one = await arriving('unreserved');
    await expect(send(one)).rejects.toThrow('not reserved');
    const { id } = await hub.makeTenant('alive');
    await expect(move().Abandon({ tenantId: id })).rejects.toThrow('not reserved');
    await expect(moves().Abandon({ tenantId: id })).rejects.toMatchObject({ code: 'not_found' });
    expect((await hub.tenants().GetTenant({ tenantId: id })).state).toBe('active');
  });
});

describe('TenantMoves and TenantMove', () => {
  it('are for operators, except for the state of an arrival', async () => {
    const one = await arriving('callers');
    await reserve(one);
    const tenantId = one.tenant.id;
    expect(await moves('directory').GetArrival({ tenantId })).toMatchObject({ tenantId });
    const denied = { code: 'caller_not_allowed' };
    await expect(moves('directory').Abandon({ tenantId })).rejects.toMatchObject(denied);
    await expect(moves('product-api').Depart({ tenantId })).rejects.toMatchObject(denied);
    await expect(move('directory').Abandon({ tenantId })).rejects.toMatchObject(denied);
    await expect(move('product-api').Activity({ tenantId })).rejects.toMatchObject(denied);
  });

  it('export only suspended tenants, and record that they were', async () => {
    const { id } = await hub.makeTenant('busy');
    await expect(moves().Depart({ tenantId: id })).rejects.toThrow('Suspend it');
    const exported = async (): Promise<string[]> => {
      const lines: string[] = [];
      for await (const message of move().Export({ tenantId: id, transferKey }))
        lines.push(...message.lines);
      return lines;
    };
    await expect(exported()).rejects.toThrow('Suspend it');
    await hub.tenants().SetState({ tenantId: id, state: 'suspended' });
    await moves().Depart({ tenantId: id });
    const subjects = (await eventsOf(id)).map(({ subject }) => subject);
    expect(subjects.at(-1)).toMatch(/tenantExport$/);
    const lines = await exported();
    expect(lines.some((line) => line.startsWith('{"table":"application"'))).toBe(true);
    await expect(async () => {
      for await (const _ of move().Export({ tenantId: id, transferKey: 'short' }));
    }).rejects.toThrow('32 bytes');
  });
});
