import { expiringMs, healthItem, itemsAtMost, severityOfExpiry } from '@platform/siblings/overview';
import type { OverviewSource } from '@platform/siblings/overview';
import {
  findApis,
  findApplications,
  hasApplication,
  listExpiringSecrets,
} from './overview-store.ts';

/** What the hub knows: applications with their secrets, and APIs. */
export const hubOverview: readonly OverviewSource[] = [
  {
    scopes: ['tenant:applications.read'],
    async health(tx, now) {
      const secrets = await listExpiringSecrets(tx, expiringMs, itemsAtMost);
      return secrets.map(({ clientId, name, expiresAt }) =>
        healthItem({
          kind: 'expiring',
          code: 'application_secret_expires',
          severity: severityOfExpiry(expiresAt, now),
          resource: { type: 'application', id: clientId, name },
          dueAt: expiresAt,
          blocks: { what: 'tokens', count: null },
          action: { operationId: 'applicationSecretCreate', params: { clientId } },
        }),
      );
    },
    firstSteps: async (tx) => ({ application: await hasApplication(tx) }),
    search: [
      {
        type: 'application',
        find: async (tx, term) =>
          (await findApplications(tx, term)).map(({ clientId, name, type }) => ({
            id: clientId,
            name,
            detail: type,
            organizationId: null,
          })),
      },
    ],
  },
  {
    scopes: ['tenant:apis.read'],
    search: [
      {
        type: 'api_resource',
        find: async (tx, term) =>
          (await findApis(tx, term)).map(({ identifier, ...api }) => ({
            ...api,
            detail: identifier,
            organizationId: null,
          })),
      },
    ],
  },
];
