import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { SignJWT, importJWK } from 'jose';
import type { JWK } from 'jose';
import { allScopes, defaultTenantId } from '@platform/contracts';
import { DEFAULT_DATA_DIR } from './platform.ts';
import type { Ready } from './platform.ts';
import { withClient } from './postgres.ts';
import { enrichmentOf, localSecrets } from './token-enrichment.ts';
import type { LocalPlatform } from './token-enrichment.ts';

/** Whose token, and what it says. */
export interface UserToken {
  tenant: { tenantId: string; issuer: string };
  userId: string;
  scopes?: readonly string[];
  /** The application that it is issued to, whose token claims it carries; without, one that has none. */
  clientId?: string;
  /** Further claims: `acr`, `amr`, `auth_time` (seconds), `org_id`, `act`. */
  claims?: Record<string, unknown>;
}

/** The key that the local hub signs access tokens with, opened with the local platform's own secret. */
async function signingKey(platform: LocalPlatform): Promise<JWK> {
  const {
    rows: [row],
  } = await withClient(platform.postgresUrl, (client) =>
    client.query<{ kid: string; private_sealed: string }>(
      `SELECT kid, private_sealed FROM hub.signing_key WHERE family = 'ES256' AND activates_at <= now() AND (retires_at IS NULL OR retires_at > now()) ORDER BY activates_at DESC LIMIT 1`,
    ),
  );
  if (!row) throw new Error('the hub has no signing key yet');
  return JSON.parse(
    localSecrets(platform).open(row.private_sealed, {
      tenantId: defaultTenantId,
      field: `signing_key/${row.kid}`,
    }),
  ) as JWK;
}

/** Signs an access token (RFC 9068) for a user of a local platform, as its hub would after a sign-in with two factors. */
export async function userToken(
  platform: LocalPlatform,
  { tenant, userId, scopes = allScopes, clientId, claims = {} }: UserToken,
): Promise<string> {
  const jwk = await signingKey(platform);
  const now = Math.floor(Date.now() / 1000);
  const own = {
    client_id: clientId ?? 'local-user-token',
    tnt: tenant.tenantId,
    scope: scopes.join(' '),
    jti: randomUUID(),
    acr: 'aal2',
    amr: ['pwd', 'otp'],
    auth_time: now,
    ...claims,
  };
  const { claims: added, endsAt = now + lifeSeconds } =
    clientId === undefined
      ? { claims: {} }
      : await enrichmentOf(platform, {
          tenantId: tenant.tenantId,
          clientId,
          principal: { type: 'user', id: userId },
          grantType: 'authorization_code',
          tokenType: 'access_token',
          scopes: [...scopes],
          organizationId: (claims['org_id'] as string | undefined) ?? null,
          sessionId: null,
          acr: own.acr,
          amr: own.amr,
        });
  return new SignJWT({ ...added, ...own })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: jwk.kid as string })
    .setIssuer(tenant.issuer)
    .setSubject(userId)
    .setAudience('product-api')
    .setIssuedAt(now)
    .setExpirationTime(Math.min(now + lifeSeconds, endsAt))
    .sign(await importJWK(jwk, 'ES256'));
}

const lifeSeconds = 3600;

const USAGE = `npm run token -- --tenant SLUG --user EMAIL_OR_ID [options]
  --scope 'A B'    scopes of the token (default: every tenant scope)
  --acr VALUE      how strongly the user signed in (default: aal2)
  --client ID      the application that it is issued to; its token claims are added
  --org ID         the organization that the user is logged into
  --data DIR       data of the platform (default: .platform)`;

/** The user whom an e-mail address or an id names. */
async function findUser(postgresUrl: string, tenantId: string, user: string): Promise<string> {
  const {
    rows: [row],
  } = await withClient(postgresUrl, (client) =>
    client.query<{ id: string }>(
      'SELECT id FROM directory.users WHERE tenant_id = $1 AND (id = $2 OR lower(email) = lower($2))',
      [tenantId, user],
    ),
  );
  if (!row) throw new Error(`the tenant has no user ${user}`);
  return row.id;
}

const read = <T>(file: string): T => {
  if (!existsSync(file)) throw new Error('no platform is running here: `npm start` first');
  return JSON.parse(readFileSync(file, 'utf8')) as T;
};

/** `npm run token`. Prints a token; returns the exit code. */
export async function main(
  args: readonly string[],
  say: (line: string) => void = console.log,
): Promise<number> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        tenant: { type: 'string' },
        user: { type: 'string' },
        scope: { type: 'string' },
        acr: { type: 'string' },
        client: { type: 'string' },
        org: { type: 'string' },
        data: { type: 'string' },
      },
    });
    const { tenant: slug, user } = values;
    if (!slug || !user) throw new Error(USAGE);
    const dataDir = resolve(values.data ?? DEFAULT_DATA_DIR);
    const { tenants } = read<Ready>(join(dataDir, 'ready.json'));
    const { postgresUrl } = read<{ postgresUrl: string }>(join(dataDir, 'stores.json'));
    const tenant = tenants.find((t) => t.slug === slug);
    if (!tenant)
      throw new Error(`there is no tenant ${slug}, only ${tenants.map((t) => t.slug).join(', ')}`);
    const claims = {
      ...(values.acr ? { acr: values.acr } : {}),
      ...(values.org ? { org_id: values.org } : {}),
    };
    const userId = await findUser(postgresUrl, tenant.tenantId, user);
    say(
      await userToken(
        { dataDir, postgresUrl },
        {
          tenant,
          userId,
          claims,
          ...(values.client ? { clientId: values.client } : {}),
          ...(values.scope ? { scopes: values.scope.split(' ') } : {}),
        },
      ),
    );
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}
