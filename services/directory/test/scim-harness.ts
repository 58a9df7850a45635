import { randomBytes } from 'node:crypto';
import { withClient } from '@platform/dev/postgres';
import { newScimBearer, scimBearerDigest } from '@platform/kit/auth';
import { newId } from '@platform/kit/ids';
import { send } from '@platform/testkit/http';
import type { TestAnswer, TestCall } from '@platform/testkit/http';
import type { TestPlatform } from '@platform/testkit/service';

/** A directory that a SCIM client writes to. */
export interface ScimDirectory {
  id: string;
  tenantId: string;
  base: string;
  token: string;
  call(method: string, path: string, call?: TestCall): Promise<TestAnswer>;
}

export interface TestDirectoryOptions {
  tenantId: string;
  organizationId?: string | null;
  deprovisioning?: 'suspend_membership' | 'remove_membership' | 'delete_user';
  attributeMapping?: unknown[];
  readOnly?: boolean;
}

/** One statement as the owner of the database. */
export const sql = <R extends object = Record<string, unknown>>(
  platform: TestPlatform,
  text: string,
  params: unknown[] = [],
): Promise<R[]> =>
  withClient(platform.database.url, async (client) => {
    await client.query('SET search_path = directory');
    return (await client.query<R>(text, params)).rows;
  });

/** Calls of a SCIM client with this bearer, as the gateway forwards them. */
export async function scimClient(platform: TestPlatform, base: string, token: string) {
  const gateway = await platform.gatewayToken();
  return (method: string, path: string, call: TestCall = {}): Promise<TestAnswer> =>
    send(platform.baseUrl, method, base + path, {
      ...call,
      headers: {
        authorization: `Bearer ${token}`,
        'x-platform-service-authorization': `Bearer ${gateway}`,
        'x-platform-client-ip': '203.0.113.9',
        'content-type': 'application/scim+json',
        ...call.headers,
      },
    });
}

/** Adds a bearer to a directory. */
export async function newBearer(
  platform: TestPlatform,
  { tenantId, directoryId }: { tenantId: string; directoryId: string },
  { readOnly = false, state = 'active', expires = '1 day' } = {},
): Promise<string> {
  const token = newScimBearer(randomBytes);
  const digest = scimBearerDigest(token);
  await sql(
    platform,
    `INSERT INTO scim_bearers (tenant_id, id, directory_id, name, lookup, token_sha256, last4, state, read_only, expires_at, created_by, created_at)
     VALUES ($1, $2, $3, 'test', $4, $5, 'last', $6, $7, now() + $8::interval, '{}', now())`,
    [
      tenantId,
      newId('scimBearer'),
      directoryId,
      digest?.lookup,
      digest?.sha256,
      state,
      readOnly,
      expires,
    ],
  );
  return token;
}

/** A new directory with a bearer. */
export async function newDirectory(
  platform: TestPlatform,
  {
    tenantId,
    organizationId = null,
    deprovisioning = 'suspend_membership',
    attributeMapping = [],
    readOnly = false,
  }: TestDirectoryOptions,
): Promise<ScimDirectory> {
  const id = newId('directory');
  await sql(
    platform,
    `INSERT INTO directories (tenant_id, id, organization_id, name, kind, provider, config, attribute_mapping, deprovisioning, on_delete, state, created_at, updated_at)
     VALUES ($1, $2, $3, 'test', 'scim', 'generic', '{}', $4, $5, 'keep_users', 'pending', now(), now())`,
    [tenantId, id, organizationId, JSON.stringify(attributeMapping), deprovisioning],
  );
  const token = await newBearer(platform, { tenantId, directoryId: id }, { readOnly });
  const base = `/scim/v2/${id}`;
  return { id, tenantId, base, token, call: await scimClient(platform, base, token) };
}
