import { isId } from '@platform/contracts';
import { Problem } from '@platform/kit/problem';
import type { Tenant__Output } from '@platform/protos';
import { callOptions, patiently, withHub } from './connection.ts';
import type { ServerConnectionOptions, HubConnection } from './connection.ts';
import { notFound } from './failure.ts';

/** How tenants are named in help. */
export const tenantWord = 'Slug or ID of the tenant';

/** The tenant that a slug or an id names. */
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

/** The id that a slug or an id names. The hub is asked for slugs alone. */
export const tenantIdOf = async (
  options: ServerConnectionOptions,
  name: string,
): Promise<string> =>
  isId('tenant', name) ? name : withHub(options, async (hub) => (await findTenant(hub, name)).id);
