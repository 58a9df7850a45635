import type { CountryOf } from '@platform/kit/geo';
import { isId } from '@platform/contracts';
import type { PolicySimulationInput, accessPolicyOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { KnownClients } from '@platform/kit/siblings';
import type { Policies } from './policies.ts';
import { compilePolicy, evaluatePolicies } from './policy-evaluation.ts';
import { checkNetworks, policyResource } from './policy-rules.ts';
import { compiled } from './policy-source.ts';
import { findPolicy, listPolicies } from './policy-store.ts';
import type { PolicyRow } from './policy-store.ts';
import type { SubjectOf } from './policy-subject.ts';
import type { Signals } from './signals.ts';

/** What the operations on policies need. */
export interface PolicyHandlerOptions {
  policies: Policies;
  clients: KnownClients;
  subjectOf: SubjectOf;
  countryOf: CountryOf;
  cursors: Cursors;
  now?: () => Date;
}

const versioned = (row: PolicyRow) => answer(policyResource(row), { version: row.version });
const all = 10_000;
/** What is not saved is younger than what is, whatever time is simulated. */
const endOfTime = new Date(8.64e15);

/** The signals of a simulation: what is said, else what is known of the principal. */
async function simulated(
  tenantId: string,
  input: PolicySimulationInput,
  { subjectOf, countryOf }: Pick<PolicyHandlerOptions, 'subjectOf' | 'countryOf'>,
  now: Date,
): Promise<Signals> {
  const {
    principal,
    organizationId,
    groupIds,
    roles,
    authentication,
    at,
    grantType,
    scopes,
    ip,
    country,
    device,
    risk,
  } = input;
  const isResolvable = principal?.type === 'client' || isId('user', principal?.id);
  const resolved =
    principal && isResolvable && (groupIds === undefined || roles === undefined)
      ? await subjectOf(tenantId, principal, organizationId ?? null)
      : {};
  return {
    grantType,
    scopes,
    ip,
    country: country ?? countryOf(ip),
    device,
    risk,
    principal,
    organizationId: organizationId === undefined ? resolved.organizationId : organizationId,
    groupIds: groupIds ?? resolved.groupIds,
    roles: roles ?? resolved.roles,
    at: at === undefined ? now : new Date(at),
    acr: authentication?.acr,
    amr: authentication?.amr,
    authTime:
      authentication?.authTime === undefined ? undefined : new Date(authentication.authTime),
  };
}

/** Handlers of the operations on conditional access policies. */
export function policyHandlers({
  policies,
  clients,
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
      await clients.require(tenantId, clientId);
      return commit(async (tx) => versioned(await policies.create(tx, clientId, body, now())));
    },

    async conditionalAccessPolicyGet({ principal: { tenantId }, params: { clientId, id }, read }) {
      await clients.require(tenantId, clientId);
      const row = await read((tx) => findPolicy(tx, clientId, id));
      if (!row) throw problem('not_found');
      return versioned(row);
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
        const { row, changed } = await policies.update(tx, {
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
        await policies.remove(tx, clientId, id, ifMatch);
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
      const signals = await simulated(tenantId, body, { subjectOf, countryOf }, now());
      const saved = (await read((tx) => listPolicies(tx, clientId, { limit: all }))).map(compiled);
      const { candidate } = body;
      if (candidate) checkNetworks(candidate.conditions, '/candidate');
      const unsaved = candidate
        ? [compilePolicy({ ...candidate, id: null, createdAt: endOfTime })]
        : [];
      const {
        decision,
        requirements,
        session,
        policies: judged,
      } = evaluatePolicies([...saved, ...unsaved], signals);
      return {
        decision,
        requirements: requirements.map(({ policyId, operator, controls }) => ({
          policyId,
          operator,
          controls,
        })),
        session,
        policies: judged,
      };
    },
  };
}
