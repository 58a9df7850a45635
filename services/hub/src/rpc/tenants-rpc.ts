import { isId, tenantLimitsIn } from '@platform/contracts';
import type { Tenant } from '@platform/contracts';
import type { GetTenant } from '@platform/kit/auth';
import type { Cursors, Database } from '@platform/kit/database';
import { rpcContext, serveRpc } from '@platform/kit/grpc';
import type { RpcAuthenticate, RpcCall, RpcMount } from '@platform/kit/grpc';
import { invalid, problem } from '@platform/kit/problem';
import type { RotateKeysRequest__Output } from '@platform/protos';
import type { AdminClient } from '../applications/admin-client.ts';
import { families } from '../signing-keys/signing-keys.ts';
import type { Family, Rotation, SigningKeys } from '../signing-keys/signing-keys.ts';
import { listTenants, presentTenant } from '../tenants/tenants.ts';
import type {
  CreatedTenant,
  IssuerSettings,
  LimitsChange,
  StateChange,
  TenantCreation,
} from '../tenants/tenants.ts';
import { tenantMessage } from './tenant-message.ts';

export interface TenantsRpcOptions {
  db: Database;
  cursors: Cursors;
  issuers: IssuerSettings;
  getTenant: GetTenant;
  createTenant: (creation: TenantCreation, actor: RpcCall['actor']) => Promise<CreatedTenant>;
  changeState: (change: StateChange) => Promise<Tenant>;
  setLimits: (change: LimitsChange) => Promise<Tenant>;
  clearIpRules: (tenantId: string, call: RpcCall) => Promise<number>;
  resetAdminClient: (
    request: { tenantId: string; requestId: string },
    call: RpcCall,
  ) => Promise<AdminClient>;
  keys: Pick<SigningKeys, 'rotate'>;
  authenticate: RpcAuthenticate;
}

const bound = { tenantId: 'platform', list: 'tenants' };
const orNull = (text: string): string | null => (text === '' ? null : text);

function tenantId(id: string): string {
  if (!isId('tenant', id)) throw problem('not_found', { detail: 'The tenant was not found' });
  return id;
}

/**
 * Returns the families to rotate; all of them if none is named. Removing a key invalidates everything that it has signed, so document keys are
 * removed only if they are named: the leak of another key does not affect them.
 */
function familiesOf(family: string, isRemoved: boolean): readonly Family[] {
  if (family === '') return isRemoved ? families.filter((one) => one !== 'documents') : families;
  const found = families.find((f) => f === family);
  if (!found) throw invalid('/family', 'invalid_format', `must be one of ${families.join(', ')}`);
  return [found];
}

/** Returns the rotation of a request. Only document keys can have a time of the leak, because signatures before it stay valid. */
function rotationOf({ family, removeCurrent, leakedAt }: RotateKeysRequest__Output): Rotation {
  const wanted = familiesOf(family, removeCurrent);
  if (leakedAt === '') return { wanted, removeCurrent };
  if (!removeCurrent || family !== 'documents')
    throw invalid(
      '/leaked_at',
      'invalid_format',
      'can be given only for documents with remove_current',
    );
  const moment = Date.parse(leakedAt);
  if (!(moment <= Date.now()))
    throw invalid('/leaked_at', 'invalid_format', 'must be a time in the past');
  return { wanted, removeCurrent, leakedAt: moment };
}

/** Serves `platform.hub.v1.Tenants`: lookup for every service, all other methods for operators. */
export function tenantsRpc(options: TenantsRpcOptions): RpcMount {
  const { db, cursors, issuers, createTenant, changeState } = options;
  return serveRpc(
    'platform.hub.v1.Tenants',
    {
      async GetTenant({ slug, tenantId: id }) {
        const tenant = await (slug
          ? options.getTenant({ slug })
          : id
            ? options.getTenant({ id })
            : null);
        if (!tenant) throw problem('not_found', { detail: 'The tenant was not found' });
        return tenantMessage(tenant as Tenant);
      },
      async CreateTenant(request, call) {
        const { tenant, clientId, clientSecret } = await createTenant(
          {
            requestId: request.requestId,
            slug: request.slug,
            name: request.name,
            mode: (request.mode || 'live') as Tenant['mode'],
            parentTenantId: orNull(request.parentTenantId),
            contactEmail: orNull(request.contactEmail),
            region: orNull(request.region),
            adminClient: request.adminClient,
            limits: tenantLimitsIn(request.limits),
            ...(request.adminEmail && { adminEmail: request.adminEmail }),
          },
          call.actor,
        );
        return { tenant: tenantMessage(tenant), clientId, clientSecret };
      },
      async ListTenants({ limit, cursor }) {
        const [createdAt, id] = cursor ? (cursors.decode(bound, cursor) as [string, string]) : [];
        const size = Math.min(Math.max(limit || 50, 1), 200);
        const rows = await db.work((tx) =>
          listTenants(tx, size + 1, createdAt && id ? { createdAt, id } : undefined),
        );
        const page = cursors.page(bound, rows, size, {
          position: (row) => [row.position, row.id],
          present: (row) => tenantMessage(presentTenant(row, issuers)),
        });
        return { tenants: page.data, nextCursor: page.nextCursor ?? '' };
      },
      async SetState({ tenantId: id, state, from }, call) {
        if (state !== 'active' && state !== 'suspended')
          throw invalid('/state', 'invalid_format', 'must be active or suspended');
        return tenantMessage(
          await changeState({ ...rpcContext(call, tenantId(id)), to: state, from }),
        );
      },
      SetLimits: async ({ tenantId: id, limits, clear }, call) =>
        tenantMessage(
          await options.setLimits({
            ...rpcContext(call, tenantId(id)),
            set: tenantLimitsIn(limits) ?? {},
            clear,
          }),
        ),
      DeleteTenant: async ({ tenantId: id }, call) =>
        tenantMessage(await changeState({ ...rpcContext(call, tenantId(id)), to: 'deleting' })),
      ClearIpRules: async ({ tenantId: id }, call) => ({
        cleared: await options.clearIpRules(tenantId(id), call),
      }),
      ResetAdminClient: async ({ tenantId: id, requestId }, call) =>
        options.resetAdminClient({ tenantId: tenantId(id), requestId }, call),
      RotateKeys: async (request, { actor }) => ({
        kids: await options.keys.rotate(rotationOf(request), actor),
      }),
    },
    {
      GetTenant: ['*'],
      CreateTenant: [],
      ListTenants: [],
      SetState: [],
      SetLimits: [],
      DeleteTenant: [],
      ClearIpRules: [],
      ResetAdminClient: [],
      RotateKeys: [],
    },
    options.authenticate,
  );
}
