import { isId } from '@platform/contracts';
import { Problem } from '@platform/kit/problem';
import type { Tenant__Output } from '@platform/protos';
import { callOptions, patiently, withHub } from './connection.ts';
import type { ServerConnectionOptions, HubConnection } from './connection.ts';
import { notFound } from '@platform/command-line/failure';

/** The description of tenant arguments in help. */
export const tenantWord = 'Slug or ID of the tenant';

/** Finds a tenant by slug or id. */
export async function findTenant(hub: HubConnection, name: string): Promise<Tenant__Output> {
  const by = isId('tenant', name) ? { tenantId: name } : { slug: name };
  try {
    return await patiently(() => hub.tenants.GetTenant(by, callOptions(hub)));
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found')
      throw notFound(`The tenant ${name} does not exist.`);
    throw error;
  }
}

/** The id of a tenant by slug or id. Only slugs need a call of the hub. */
export const tenantIdOf = async (
  options: ServerConnectionOptions,
  name: string,
): Promise<string> =>
  isId('tenant', name) ? name : withHub(options, async (hub) => (await findTenant(hub, name)).id);
