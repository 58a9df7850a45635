import type { EligibilityResource } from '@platform/contracts';
import { isoTime } from '@platform/kit/formats';
import type { EligibilityRow } from './eligibility-store.ts';

/** An eligibility as the API shows it at `now`. */
export const eligibilityResource = (row: EligibilityRow, now: Date): EligibilityResource => ({
  id: row.id,
  principal: { type: row.principalType, id: row.principalId },
  role: row.roleKey,
  scopes: row.scopes,
  organizationId: row.organizationId,
  justification: row.justification,
  startsAt: row.startsAt.toISOString(),
  expiresAt: isoTime(row.expiresAt),
  rules: row.rules,
  status:
    row.expiresAt && row.expiresAt <= now ? 'expired' : row.startsAt > now ? 'scheduled' : 'active',
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
