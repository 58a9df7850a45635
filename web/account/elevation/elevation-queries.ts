import { pim } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { apiQuery } from '../../client/query.ts';
import type { Session } from '../../client/session.ts';

/** Whether the user has a role that allows elevations at all. */
export const mayElevate = (session: Pick<Session, 'scopes'>): boolean =>
  mayCall(session, 'pimListEligible');

export const eligibleQuery = apiQuery('pimListEligible', [], (api, options) =>
  pim(api).eligible.list({ limit: 100, ...options }),
);

export const activationsQuery = apiQuery('pimListActivations', [], (api, options) =>
  pim(api).activations.list({ limit: 50, ...options }),
);
