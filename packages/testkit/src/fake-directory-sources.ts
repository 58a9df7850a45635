import type { RpcHandlers } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

type Handlers = RpcHandlers<'platform.directory.v1.Directory'>;
type GetGroup = Parameters<Handlers['GetGroup']>[0];
type MigrateLogin = Parameters<Handlers['MigrateLogin']>[0];

/** An enterprise connection in the fake directory. */
export interface TestConnection {
  kind: string;
  config: object;
  secret?: object;
  /** The organization that it belongs to; without one, it cannot be tested. */
  organizationId?: string;
  /** Only tests can use it. */
  isSuspended?: boolean;
}

/** Verifies a password: returns its user, none, or no result while the system is down. */
export type TestMigration = (
  identifier: string,
  password: string,
) => string | undefined | 'unavailable';

/** The sources of users in the fake directory. */
export interface SourceState {
  /** By domain. */
  readonly domains: Map<string, { directoryId: string; kind: string }[]>;
  /** By directory. */
  readonly connections: Map<string, TestConnection>;
  /** Tenant and group, separated by a space. */
  readonly groups: Set<string>;
  /** Tenants, keyed by directory and lookup value separated by a space. */
  readonly bearers: Map<string, string>;
  /** By tenant. */
  readonly migrations: Map<string, TestMigration>;
}

const bearerLifeMs = 3_600_000;

/** Returns an existing group. */
export function getGroup({ groups }: SourceState, { tenantId, groupId }: GetGroup) {
  if (!groups.has(`${tenantId} ${groupId}`)) throw problem('not_found');
  return { directoryId: 'dir_fake', displayName: groupId };
}

/** Returns the tenant of a SCIM bearer. */
export function findScimBearer(
  { bearers }: SourceState,
  { directoryId, lookup }: { directoryId: string; lookup: string },
) {
  const tenantId = bearers.get(`${directoryId} ${lookup}`);
  if (tenantId === undefined) throw problem('not_found');
  const expiresAt = new Date(Date.now() + bearerLifeMs).toISOString();
  return { tenantId, bearerId: 'sbr_fake', readOnly: false, expiresAt };
}

/** Verifies a login at the system that a tenant migrates from. */
export function migrateLogin(
  { migrations }: SourceState,
  { tenantId, identifier, password }: MigrateLogin,
) {
  const verify = migrations.get(tenantId);
  if (!verify) return { outcome: 'NOT_CONFIGURED' as const };
  const userId = verify(identifier, password);
  if (userId === 'unavailable') return { outcome: 'UNAVAILABLE' as const };
  return userId === undefined
    ? { outcome: 'REJECTED' as const }
    : { outcome: 'VERIFIED' as const, userId, created: true };
}

/** Returns the sources of users of a domain. */
export function resolveDomain(
  { domains }: SourceState,
  { emailOrDomain }: { emailOrDomain: string },
) {
  const connections = domains.get(emailOrDomain.split('@').at(-1) ?? '') ?? [];
  return { organizationId: connections.length > 0 ? 'org_1' : '', connections };
}

/** Returns how users of a source sign in. */
export function getConnection(
  { connections }: SourceState,
  {
    directoryId,
    testedForOrganizationId: testedFor,
  }: { directoryId: string; testedForOrganizationId: string },
) {
  const found = connections.get(directoryId);
  const isUsable = testedFor ? found?.organizationId === testedFor : !found?.isSuspended;
  if (!found || !isUsable) throw problem('not_found');
  const { kind, config, secret } = found;
  const secretJson = secret ? JSON.stringify(secret) : '';
  return { kind, configJson: JSON.stringify(config), secret: secretJson };
}
