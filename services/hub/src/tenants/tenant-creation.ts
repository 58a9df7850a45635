import { createHash } from 'node:crypto';
import type { Actor, InvitedAdministrator, Tenant, TenantLimits } from '@platform/contracts';
import { brokenUnique } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { newId } from '@platform/kit/ids';
import { invalid, problem } from '@platform/kit/problem';
import { tenantLabel } from '@platform/kit/auth';
import { adminClientId, resetAdminClient } from '../applications/admin-client.ts';
import { checkSlug, slugTaken } from './slug.ts';
import { checkLimits } from './tenant-limits.ts';
import {
  findTenantRequest,
  findTenantById,
  insertTenantRequest,
  insertTenant,
  reserveLabel,
} from './tenant-store.ts';
import type { NewTenant } from './tenant-store.ts';
import type { ConfiguredLimits, TenantsOptions } from './tenants-options.ts';
import { presentTenant } from './tenant-view.ts';
import { auditTenant } from './tenant-audit.ts';

export interface TenantCreation {
  requestId: string;
  slug: string;
  name: string;
  mode: Tenant['mode'];
  parentTenantId: string | null;
  contactEmail: string | null;
  region: string | null;
  limits: TenantLimits | null;
  adminClient: boolean;
  /** The address of the first administrator, who is invited by mail. */
  adminEmail?: string;
}

/** The response to a creation. The secret is stored only in the sealed response to this request id. */
export interface CreatedTenant {
  tenant: Tenant;
  clientId: string;
  clientSecret: string;
}

const requestIdForm = /^[A-Za-z0-9._:-]{8,128}$/;
const emailForm = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

/** Checks the id of a request, which makes the request repeatable. @throws 422 */
export function checkRequestId(requestId: string): void {
  if (!requestIdForm.test(requestId))
    throw invalid(
      '/requestId',
      'invalid_format',
      'must have 8 to 128 letters, digits, ".", "_", ":" or "-"',
    );
}

function checkCreation(creation: TenantCreation, configured: ConfiguredLimits): void {
  const { requestId, slug, name, mode, parentTenantId, contactEmail, region, limits, adminEmail } =
    creation;
  checkRequestId(requestId);
  if (mode !== 'live' && mode !== 'test')
    throw invalid('/mode', 'invalid_format', 'must be live or test');
  if (mode === 'live') checkSlug(slug);
  if ((mode === 'test') !== (parentTenantId !== null))
    throw invalid(
      '/parentTenantId',
      'required',
      'is required for mode test, and not allowed otherwise',
    );
  if (name.trim() === '' || name.length > 120)
    throw invalid('/name', 'invalid_format', 'must have 1 to 120 characters');
  if (contactEmail !== null && !emailForm.test(contactEmail))
    throw invalid('/contactEmail', 'invalid_format', 'must be an e-mail address');
  if (adminEmail !== undefined && emailKey(adminEmail) === undefined)
    throw invalid('/adminEmail', 'invalid_format', 'must be an e-mail address');
  if (region !== null && !/^[a-z0-9-]{1,32}$/.test(region))
    throw invalid(
      '/region',
      'invalid_format',
      'must have at most 32 lower-case letters, digits or hyphens',
    );
  if (limits !== null) checkLimits(limits, configured);
}

const sealContext = (tenantId: string, requestId: string) => ({
  tenantId,
  field: `tenant_request/${requestId}`,
});
const hashOf = (creation: TenantCreation): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(creation).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest();

/** The id is chosen here, so that the directory and fga can follow the event independently of each other. */
const administratorOf = ({
  adminEmail: email,
}: TenantCreation): InvitedAdministrator | undefined =>
  email === undefined ? undefined : { id: newId('user'), email };

function ownerOf(
  { adminClient }: TenantCreation,
  administrator: InvitedAdministrator | undefined,
): Tenant['owner'] {
  if (adminClient) return { type: 'client', id: adminClientId };
  return administrator ? { type: 'user', id: administrator.id } : null;
}

/** Reserves the label, inserts the tenant and publishes the event. Does not check the slug, because the platform's own tenants have reserved ones. */
export async function writeTenant(
  tx: Tx,
  { issuers }: Pick<TenantsOptions, 'issuers'>,
  tenant: NewTenant,
  administrator?: InvitedAdministrator,
): Promise<Tenant> {
  await reserveLabel(tx, tenantLabel(tenant));
  const made = presentTenant(await insertTenant(tx, tenant), issuers);
  await tx.publish({
    type: 'tenant.created',
    subject: { type: 'tenant', id: made.id },
    data: { tenant: made, ...(administrator && { administrator }) },
  });
  return made;
}

export function tenantCreation(options: TenantsOptions) {
  const { db, secrets } = options;

  /** A test tenant has its parent's slug. */
  async function slugOf({ mode, slug, parentTenantId }: TenantCreation): Promise<string> {
    if (mode === 'live') return slug;
    const parent = await db.work((tx) => findTenantById(tx, parentTenantId as string));
    if (!parent || parent.mode !== 'live')
      throw invalid('/parentTenantId', 'not_found', 'must be the id of a live tenant');
    if (slug !== '' && slug !== parent.slug)
      throw invalid(
        '/slug',
        'immutable',
        'must be omitted; a test tenant has the slug of its parent',
      );
    if (parent.state !== 'active')
      throw problem('invalid_state', { detail: 'The parent tenant is not active' });
    return parent.slug;
  }

  async function replay(creation: TenantCreation): Promise<CreatedTenant | undefined> {
    const stored = await db.work((tx) => findTenantRequest(tx, creation.requestId));
    if (!stored) return undefined;
    if (!stored.requestHash.equals(hashOf(creation))) throw problem('idempotency_key_reused');
    return JSON.parse(
      secrets.open(stored.answer, sealContext(stored.tenantId, creation.requestId)),
    ) as CreatedTenant;
  }

  async function create(creation: TenantCreation, actor: Actor): Promise<CreatedTenant> {
    const id = newId('tenant');
    const slug = await slugOf(creation);
    return db.transact({ tenantId: id, actor, requestId: creation.requestId }, async (tx) => {
      const { mode, parentTenantId, name, contactEmail, region, limits, adminClient } = creation;
      const administrator = administratorOf(creation);
      const tenant = await writeTenant(
        tx,
        options,
        {
          id,
          slug,
          mode,
          parentTenantId,
          name: name.trim(),
          contactEmail,
          region,
          owner: ownerOf(creation, administrator),
          limits,
        },
        administrator,
      );
      const client = adminClient ? await resetAdminClient(tx) : { clientId: '', clientSecret: '' };
      const answer: CreatedTenant = { tenant, ...client };
      await insertTenantRequest(tx, {
        requestId: creation.requestId,
        requestHash: hashOf(creation),
        answer: secrets.seal(JSON.stringify(answer), sealContext(id, creation.requestId)),
      });
      await auditTenant(tx, 'tenantCreate', id);
      return answer;
    });
  }

  /** Creates a tenant once per request id. A repeated request within 24 hours gets the first response, including the secret. */
  return async function createTenant(
    creation: TenantCreation,
    actor: Actor,
  ): Promise<CreatedTenant> {
    checkCreation(creation, options.configuredLimits);
    const earlier = await replay(creation);
    if (earlier) return earlier;
    try {
      return await create(creation, actor);
    } catch (error) {
      const broken = brokenUnique(error);
      if (broken === undefined) throw error;
      // A concurrent request with the same id may have reserved the label first.
      const first = await replay(creation);
      if (first) return first;
      if (broken === 'tenant__parent_tenant_id_key')
        throw problem('already_exists', {
          detail: 'The tenant already has a test tenant',
          cause: error,
        });
      throw slugTaken(creation.mode === 'test' ? `${creation.slug}--test` : creation.slug);
    }
  };
}
