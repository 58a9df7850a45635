import type { organizationDomainOperations, setupOperations } from '@platform/contracts';
import type { Handlers } from '@platform/kit/http';
import { organizationOf } from './setup-caller.ts';

/** The handlers that administrators' requests about domains have. */
export type DomainHandlers = Handlers<typeof organizationDomainOperations>;

type Handled = Pick<
  Handlers<typeof setupOperations>,
  'setupDomainList' | 'setupDomainCreate' | 'setupDomainVerify' | 'setupDomainDelete'
>;

/** Passes requests of contacts to the handlers of domains, for their own organization. */
export const setupDomainHandlers = (domains: DomainHandlers): Handled => ({
  setupDomainList: (call) =>
    domains.organizationDomainsList({
      ...call,
      params: { orgId: organizationOf(call.principal) },
    }),

  setupDomainCreate: (call) =>
    domains.organizationDomainsAdd({
      ...call,
      params: { orgId: organizationOf(call.principal) },
    }),

  setupDomainVerify: (call) =>
    domains.organizationDomainsVerify({
      ...call,
      params: { ...call.params, orgId: organizationOf(call.principal) },
    }),

  setupDomainDelete: (call) =>
    domains.organizationDomainsDelete({
      ...call,
      params: { ...call.params, orgId: organizationOf(call.principal) },
    }),
});
