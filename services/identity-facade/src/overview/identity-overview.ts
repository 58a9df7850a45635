import { healthItem, itemsAtMost } from '@platform/siblings/overview';
import type { OverviewSource } from '@platform/siblings/overview';
import {
  findConnectors,
  findLoginDomains,
  hasBranding,
  listFailingConnectors,
  listTroubledLoginDomains,
} from './overview-store.ts';

/** What the identity service knows: login domains, social connectors, and branding. */
export const identityOverview: readonly OverviewSource[] = [
  {
    scopes: ['tenant:idp.read'],
    async health(tx) {
      const domains = await listTroubledLoginDomains(tx, itemsAtMost);
      const connectors = await listFailingConnectors(tx, itemsAtMost);
      return [
        ...domains.map(({ domain, status, failingSince, endsAt }) =>
          healthItem({
            kind: status === 'suspended' ? 'stopped' : 'failing',
            code: status === 'suspended' ? 'login_domain_suspended' : 'login_domain_failing',
            severity: 'critical',
            resource: { type: 'login_domain', id: domain, name: domain },
            since: failingSince,
            dueAt: endsAt,
            blocks: { what: 'sign_ins', count: null },
            action: { operationId: 'loginExperienceVerifyDomain', params: { domain } },
          }),
        ),
        ...connectors.map(({ provider, updatedAt }) =>
          healthItem({
            kind: 'failing',
            code: 'connector_failing',
            severity: 'critical',
            resource: { type: 'social_connector', id: provider, name: provider },
            since: updatedAt,
            blocks: { what: 'sign_ins', count: null },
            action: { operationId: 'loginExperiencePatchConnector', params: { provider } },
          }),
        ),
      ];
    },
    firstSteps: async (tx) => ({ branding: await hasBranding(tx) }),
    search: [
      {
        type: 'login_domain',
        find: async (tx, term) =>
          (await findLoginDomains(tx, term)).map(({ domain, status }) => ({
            id: domain,
            name: domain,
            detail: status,
            organizationId: null,
          })),
      },
      {
        type: 'social_connector',
        find: async (tx, term) =>
          (await findConnectors(tx, term)).map(({ provider }) => ({
            id: provider,
            name: provider,
            detail: null,
            organizationId: null,
          })),
      },
    ],
  },
];
