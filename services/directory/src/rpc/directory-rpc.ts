import type {
  ProvisionUserResponse,
  ResolveUserRequest,
  ResolveUserResponse,
} from '@platform/protos';
import type { Database, Tx } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { asProblem } from '@platform/kit/problem';
import { listMembershipsOf } from '../organizations/membership-store.ts';
import { findOrganization, organizationResource } from '../organizations/organization-store.ts';
import { Outrun, provisionUser } from '../users/user-provisioning.ts';
import type { ProvisioningOptions } from '../users/user-provisioning.ts';
import { userResource } from '../users/user-record.ts';
import { resolveUser } from '../users/user-resolution.ts';
import type { UserQuery } from '../users/user-resolution.ts';
import { findUser, listIdentifiers } from '../users/user-store.ts';

const notFound: ResolveUserResponse = { outcome: 'NOT_FOUND' };
const maxMemberships = 1_000;

const queryOf = ({
  by,
  userId,
  email,
  username,
  phone,
  externalId,
  identity,
}: ResolveUserRequest): UserQuery => {
  if (by === 'identity' && identity) return { identity };
  return (
    {
      userId: { userId },
      email: { email },
      username: { username },
      phone: { phone },
      externalId: { externalId },
    }[by as 'email'] ?? {}
  );
};

/** Of an active member: nobody learns of an organization by naming it. */
async function organizationFor(
  tx: Tx,
  organizationId: string,
  memberships: readonly { organizationId: string; state: string }[],
): Promise<string> {
  const isMember = memberships.some(
    (m) => m.organizationId === organizationId && m.state === 'active',
  );
  const organization = isMember ? await findOrganization(tx, organizationId) : undefined;
  return organization ? JSON.stringify(organizationResource(organization)) : '';
}

async function answerFor(
  tx: Tx,
  userId: string,
  { organizationId, include }: Pick<ResolveUserRequest, 'organizationId' | 'include'>,
): Promise<ResolveUserResponse> {
  const user = await findUser(tx, userId);
  if (!user) return notFound;
  const memberships = await listMembershipsOf(tx, user.id, undefined, maxMemberships);
  return {
    outcome: 'FOUND',
    userJson: JSON.stringify(userResource(user)),
    status: user.status,
    version: user.version,
    identifiers: await listIdentifiers(tx, user.id),
    tenantRoles: [],
    groupIds: [],
    tokenAttributesJson: '{}',
    memberships: memberships.filter(
      (m) => organizationId === '' || m.organizationId === organizationId,
    ),
    ...(include.includes('organization')
      ? { organizationJson: await organizationFor(tx, organizationId, memberships) }
      : {}),
  };
}

/** Runs it once more where another login of the same person, or their erasure, was committed first. */
const lookingAgain = <T>(provision: () => Promise<T>): Promise<T> =>
  provision().catch((error: unknown) => {
    if (error instanceof Outrun || asProblem(error).code === 'already_exists') return provision();
    throw error;
  });

/** What directory answers to siblings. */
export function directoryRpc({
  db,
  ...provisioning
}: ProvisioningOptions & { db: Database }): RpcMount {
  return serveRpc(
    'platform.directory.v1.Directory',
    {
      ResolveUser: (request, { requestId }) =>
        db.read(
          {
            tenantId: request.tenantId,
            actor: { type: 'service', id: 'directory' },
            ...(requestId ? { requestId } : {}),
          },
          async (tx) => {
            const found = await resolveUser(tx, queryOf(request), {
              unverified: request.include.includes('unverified'),
            });
            if (found.outcome === 'found') return answerFor(tx, found.userId, request);
            return found.outcome === 'ambiguous' ? { outcome: 'AMBIGUOUS' } : notFound;
          },
        ),

      ProvisionUser: (request, { caller, requestId }) =>
        lookingAgain(() =>
          db.transact(
            {
              tenantId: request.tenantId,
              actor: { type: 'service', id: caller.serviceAccount },
              ...(requestId ? { requestId } : {}),
            },
            async (tx) => {
              await tx.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 4))', [
                `${request.tenantId} ${request.loginId}`,
              ]);
              const kept = await tx.row<{ response: ProvisionUserResponse }>(
                'SELECT response FROM provisioned_logins WHERE tenant_id = $1 AND login_id = $2',
                [request.tenantId, request.loginId],
              );
              if (kept) return kept.response;
              const response = await provisionUser(tx, request, provisioning);
              await tx.execute(
                'INSERT INTO provisioned_logins (tenant_id, login_id, response) VALUES ($1, $2, $3)',
                [request.tenantId, request.loginId, JSON.stringify(response)],
              );
              return response;
            },
          ),
        ),
    },
    { ResolveUser: ['hub', 'identity-service', 'fga', 'compliance'], ProvisionUser: ['hub'] },
  );
}
