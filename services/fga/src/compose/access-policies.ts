import { accessPolicyOperations } from '@platform/contracts';
import type { RowBucket } from '@platform/kit/upkeep';
import { isFirstTime } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { openCountries } from '@platform/kit/ip';
import { serve } from '@platform/kit/http';
import { every } from '@platform/kit/service';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { KnownClients } from '@platform/siblings/known-clients';
import type { People } from '../people/people.ts';
import { accessPoliciesRpc } from '../access-policies/access-policies-rpc.ts';
import { removePoliciesOf } from '../access-policies/policies.ts';
import type { Policies } from '../access-policies/policies.ts';
import { policyHandlers } from '../access-policies/policy-handlers.ts';
import { policyBucket } from '../access-policies/policy-sharing.ts';
import { policySource } from '../access-policies/policy-source.ts';
import { policySubjects } from '../access-policies/policy-subject.ts';

export interface PolicyPartsOptions {
  config: {
    maxPoliciesPerClient: number;
    platformClientIds: ReadonlySet<string>;
    geoipPath: string;
  };
  people: People;
  clients: KnownClients;
  /** Keys of the roles that are assigned to a principal in this service. */
  assigned: (
    tx: Tx,
    principal: { type: 'user' | 'client'; id: string },
  ) => Promise<readonly string[]>;
  /** Locks roles against deletion until the transaction ends. */
  holdRoles: (tx: Tx, keys: readonly string[]) => Promise<void>;
}

/** Composes conditional access policies: their operations, and the calls of the hub. */
export async function policyParts(
  platform: Platform,
  { config, people, clients, assigned, holdRoles }: PolicyPartsOptions,
): Promise<Required<Pick<ServiceParts, 'mounts' | 'rpc' | 'workers'>> & { bucket: RowBucket }> {
  const { db, bus, cursors, log } = platform;
  const countries = await openCountries(config.geoipPath);
  const source = policySource({ db, bus });
  const subjectOf = policySubjects({ db, people, assigned });
  const expectPolicies = async (tenantId: string, clientId: string): Promise<void> => {
    const hub = platform.peer('hub').service('platform.hub.v1.Clients');
    await hub.ExpectPolicies({ tenantId, clientId }, { deadlineMs: 1_000, repeatable: true });
  };
  const policies: Policies = {
    maxPerClient: config.maxPoliciesPerClient,
    platformClientIds: config.platformClientIds,
    holdRoles,
    evict: source.evict,
  };
  bus.consume('policies', ['client.deleted'], async ({ tenantId, event }, held) => {
    await held.transact({ tenantId, actor: event.actor }, async (tx) => {
      if (await isFirstTime(tx, 'policies', event.id))
        await removePoliciesOf(policies, tx, event.subject.id);
    });
    clients.forget(tenantId, event.subject.id);
  });
  return {
    bucket: policyBucket(source.evict),
    mounts: [
      serve(
        accessPolicyOperations,
        policyHandlers({
          policies,
          clients,
          expectPolicies,
          subjectOf,
          countryOf: countries.of,
          cursors,
        }),
      ),
    ],
    workers: config.geoipPath
      ? [every(60_000, 'countries of addresses', log, countries.refresh)]
      : [],
    rpc: [
      accessPoliciesRpc({ source, subjectOf, countryOf: countries.of, metrics: platform.metrics }),
    ],
  };
}
