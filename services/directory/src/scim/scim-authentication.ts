import { isReading } from '@platform/contracts';
import { requireActive, scimBearerDigest, serviceToken } from '@platform/kit/auth';
import type { ProjectedTokenVerifier, TenantLookup } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import type { Authenticator } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { requestLine } from '@platform/kit/routing';
import { noteInbound } from '../directories/directories.ts';
import { authenticateScimBearer, touchBearer } from './bearers/scim-bearers.ts';
import type { ScimCaller } from './bearers/scim-bearers.ts';
import type { ScimRequestLog } from './requests/scim-request-log.ts';

export interface ScimAuthenticationOptions {
  db: Pick<Database, 'read' | 'work' | 'transact'>;
  verifyGateway: ProjectedTokenVerifier;
  tenants: Pick<TenantLookup, 'byId'>;
  clock: () => number;
  /** Called once the directory of a request is known, before it can be refused. */
  noteCaller: ScimRequestLog['noteCaller'];
}

const usedEveryMs = 60_000;

/** One response for every invalid bearer of this directory, whatever the reason. */
function unauthorized(code: 'token_missing' | 'token_invalid') {
  const error = code === 'token_missing' ? '' : ', error="invalid_token"';
  return problem(code, {
    detail: 'A bearer token of this directory is required',
    headers: { 'www-authenticate': `Bearer realm="scim"${error}` },
  });
}

const bearerForm = /^bearer +(\S+)$/i;

function digestOf(authorization: string | undefined) {
  if (authorization === undefined) throw unauthorized('token_missing');
  const token = bearerForm.exec(authorization.trim())?.[1];
  const digest = token === undefined ? undefined : scimBearerDigest(token);
  if (!digest) throw unauthorized('token_invalid');
  return digest;
}

const isDue = (last: Date | null, now: number): boolean =>
  last === null || now - last.getTime() >= usedEveryMs;

/** Records the use of bearer and directory, at most once a minute. */
async function noteUse(
  db: ScimAuthenticationOptions['db'],
  { tenantId, bearer, directory }: ScimCaller,
  clientIp: string,
  now: number,
): Promise<void> {
  const isCurrent =
    directory.state === 'active' &&
    !isDue(bearer.lastUsedAt, now) &&
    !isDue(directory.lastInboundAt, now);
  if (isCurrent) return;
  const actor = { type: 'service', id: directory.id } as const;
  await db.transact({ tenantId, actor }, async (tx) => {
    await touchBearer(tx, bearer.id, clientIp);
    await noteInbound(tx, directory, now);
  });
}

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? undefined : header;

/**
 * Authenticates callers of SCIM: the gateway by its own token, and the directory by its bearer,
 * which is looked up again here. The principal is the directory, the client its bearer.
 */
export const scimAuthenticator = ({
  db,
  verifyGateway,
  tenants,
  clock,
  noteCaller,
}: ScimAuthenticationOptions): Authenticator => ({
  caller: ({ headers }) =>
    verifyGateway(serviceToken(single(headers['x-platform-service-authorization']))),

  async principal({ req, operation }) {
    const directoryId = requestLine(req).segments[2] ?? '';
    const digest = digestOf(req.headers.authorization);
    const caller = await authenticateScimBearer(db, directoryId, digest, clock());
    if (!caller) throw unauthorized('token_invalid');
    noteCaller(req, caller);
    const { tenantId, bearer, directory } = caller;
    const addressed = req.headers['x-platform-tenant'];
    if (addressed !== undefined && addressed !== tenantId) throw problem('tenant_mismatch');
    const tenant = await tenants.byId(tenantId);
    if (!tenant) throw unauthorized('token_invalid');
    requireActive(tenant);
    if (directory.state === 'suspended')
      throw problem('caller_not_allowed', { detail: 'The directory is suspended' });
    if (bearer.readOnly && !isReading(operation))
      throw problem('caller_not_allowed', { detail: 'The bearer token is read-only' });
    await noteUse(db, caller, single(req.headers['x-platform-client-ip']) ?? 'unknown', clock());
    return {
      type: 'service',
      id: directory.id,
      clientId: bearer.id,
      tenantId,
      scopes: new Set<string>(),
    };
  },
});
