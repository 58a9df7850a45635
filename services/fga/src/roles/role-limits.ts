import { problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';

/** Maximum custom roles per tenant, and roles per principal. */
export interface RoleLimits {
  maxRoles: number;
  maxAssignments: number;
}

export const roleLimitExceeded = (detail: string, what: string): Problem =>
  problem('limit_exceeded', { detail, errors: [{ code: 'limit_exceeded', detail: what }] });
