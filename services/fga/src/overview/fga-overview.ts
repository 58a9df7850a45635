import { healthItem, itemsAtMost } from '@platform/siblings/overview';
import type { OverviewSource } from '@platform/siblings/overview';
import { findRoles, hasActiveModel, listWaitingActivations } from './overview-store.ts';

/** What the access service knows: elevations that wait, roles, and the authorization model. */
export const fgaOverview: readonly OverviewSource[] = [
  {
    scopes: ['tenant:pim.approve'],
    async health(tx) {
      const waiting = await listWaitingActivations(tx, itemsAtMost);
      return waiting.map(
        ({ id, roleKey, principalId, organizationId, requestedAt, decisionDeadline }) =>
          healthItem({
            kind: 'waiting',
            code: 'approval_waiting',
            severity: 'warning',
            resource: { type: 'activation', id, name: roleKey ?? principalId, organizationId },
            since: requestedAt,
            dueAt: decisionDeadline,
            action: { operationId: 'pimApproveActivation', params: { id } },
          }),
      );
    },
  },
  {
    scopes: ['tenant:roles.read'],
    search: [
      {
        type: 'role',
        find: async (tx, term) =>
          (await findRoles(tx, term)).map(({ id, key, displayName }) => ({
            id,
            name: displayName ?? key,
            detail: key,
            organizationId: null,
          })),
      },
    ],
  },
  {
    scopes: ['tenant:fga.read'],
    firstSteps: async (tx) => ({ model: await hasActiveModel(tx) }),
  },
];
