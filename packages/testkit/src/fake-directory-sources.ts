import type { RpcHandlers } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

type Handlers = RpcHandlers<'platform.directory.v1.Directory'>;
type GetGroup = Parameters<Handlers['GetGroup']>[0];
type MigrateLogin = Parameters<Handlers['MigrateLogin']>[0];

/** An enterprise connection, as the stub directory keeps it. */
export interface TestConnection {
  kind: string;
  config: object;
  secret?: object;
}

/** Says whose password it is: a user's, nobody's, or nothing while the system is down. */
export type TestMigration = (
  identifier: string,
  password: string,
) => string | undefined | 'unavailable';

/** The sources of users that the stub was told of. */
export interface SourceState {
  /** By domain. */
  readonly domains: Map<string, { directoryId: string; kind: string }[]>;
  /** By directory. */
  readonly connections: Map<string, TestConnection>;
  /** Tenant and group, with a space between. */
  readonly groups: Set<string>;
  /** Tenants, by directory and lookup value with a space between. */
  readonly bearers: Map<string, string>;
  /** By tenant. */
  readonly migrations: Map<string, TestMigration>;
}

const bearerLifeMs = 3_600_000;

/** A group that exists. */
export function getGroup({ groups }: SourceState, { tenantId, groupId }: GetGroup) {
  if (!groups.has(`${tenantId} ${groupId}`)) throw problem('not_found');
  return { directoryId: 'dir_fake', displayName: groupId };
}

/** Whose bearer it is. */
export function findScimBearer(
  { bearers }: SourceState,
  { directoryId, lookup }: { directoryId: string; lookup: string },
) {
  const tenantId = bearers.get(`${directoryId} ${lookup}`);
  if (tenantId === undefined) throw problem('not_found');
  const expiresAt = new Date(Date.now() + bearerLifeMs).toISOString();
  return { tenantId, bearerId: 'sbr_fake', readOnly: false, expiresAt };
}

/** Asks the system that a tenant migrates from. */
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

/** The sources of users of a domain. */
export function resolveDomain(
  { domains }: SourceState,
  { emailOrDomain }: { emailOrDomain: string },
) {
  const connections = domains.get(emailOrDomain.split('@').at(-1) ?? '') ?? [];
  return { organizationId: connections.length > 0 ? 'org_1' : '', connections };
}

/** How people of a source of users sign in. */
export function getConnection(
  { connections }: SourceState,
  { directoryId }: { directoryId: string },
) {
  const found = connections.get(directoryId);
  if (!found) throw problem('not_found');
  const { kind, config, secret } = found;
  const secretJson = secret ? JSON.stringify(secret) : '';
  return { kind, configJson: JSON.stringify(config), secret: secretJson };
}
