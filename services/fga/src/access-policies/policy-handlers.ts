import type { accessPolicyOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import type { CountryOf } from '@platform/kit/ip';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found } from '@platform/kit/problem';
import type { KnownClients } from '@platform/siblings/known-clients';
import { changePolicy, createPolicy, removePolicy } from './policies.ts';
import type { Policies } from './policies.ts';
import { policyResource } from './policy-rules.ts';
import { simulatedSignals, simulatePolicies } from './policy-simulation.ts';
import { compiled } from './policy-source.ts';
import { findPolicy, listPolicies } from './policy-store.ts';
import type { PolicyRow } from './policy-store.ts';
import type { SubjectOf } from './policy-subject.ts';

export interface PolicyHandlerOptions {
  policies: Policies;
  clients: KnownClients;
  /**
   * Notifies the hub that a client may have policies from now on. @throws 404 if the tenant has no
   * such client
   */
  expectPolicies: (tenantId: string, clientId: string) => Promise<void>;
  subjectOf: SubjectOf;
  countryOf: CountryOf;
  cursors: Cursors;
  now?: () => Date;
}

const all = 10_000;
const versioned = (row: PolicyRow) => answer(policyResource(row), { version: row.version });

export function policyHandlers({
  policies,
  clients,
  expectPolicies,
  subjectOf,
  countryOf,
  cursors,
  now = () => new Date(),
}: PolicyHandlerOptions): Handlers<typeof accessPolicyOperations> {
  return {
    async conditionalAccessPolicyList({
      principal: { tenantId },
      params: { clientId },
      query: { limit, cursor },
      read,
    }) {
      await clients.require(tenantId, clientId);
      const bound = { tenantId, list: 'access-policies', filters: [clientId] };
      const rows = await read((tx) =>
        listPolicies(tx, clientId, {
          after: cursor === undefined ? undefined : cursors.decode(bound, cursor),
          limit: limit + 1,
        }),
      );
      return cursors.page(bound, rows, limit, {
        position: (row) => [row.priority, row.position, row.id],
        present: policyResource,
      });
    },

    async conditionalAccessPolicyCreate({
      principal: { tenantId },
      params: { clientId },
      body,
      commit,
    }) {
      // Before the policy is stored, so that the hub issues no token that ignores it.
      await expectPolicies(tenantId, clientId);
      return commit(async (tx) =>
        versioned(await createPolicy(policies, tx, { clientId, body, now: now() })),
      );
    },

    async conditionalAccessPolicyGet({ principal: { tenantId }, params: { clientId, id }, read }) {
      await clients.require(tenantId, clientId);
      return versioned(found(await read((tx) => findPolicy(tx, clientId, id))));
    },

    async conditionalAccessPolicyUpdate({
      principal: { tenantId },
      params: { clientId, id },
      body: patch,
      commit,
      ifMatch,
      audit,
    }) {
      await clients.require(tenantId, clientId);
      return commit(async (tx) => {
        const { row, changed } = await changePolicy(policies, tx, {
          clientId,
          id,
          patch,
          now: now(),
          ifMatch,
        });
        audit({ changed });
        return versioned(row);
      });
    },

    async conditionalAccessPolicyDelete({
      principal: { tenantId },
      params: { clientId, id },
      commit,
      ifMatch,
    }) {
      await clients.require(tenantId, clientId);
      return commit(async (tx) => {
        await removePolicy(policies, tx, { clientId, id, ifMatch });
        return { id, deleted: true as const };
      });
    },

    async conditionalAccessPolicySimulate({
      principal: { tenantId },
      params: { clientId },
      body,
      read,
    }) {
      await clients.require(tenantId, clientId);
      return simulatePolicies(body, {
        signals: await simulatedSignals(tenantId, body, { subjectOf, countryOf }, now()),
        saved: (await read((tx) => listPolicies(tx, clientId, { limit: all }))).map(compiled),
      });
    },
  };
}
