import type { consentPurposeOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { found } from '@platform/kit/problem';
import type { RequireReconsent } from '../reconsent-floor.ts';
import { purposeResource } from './purpose-content.ts';
import { findPurpose, listPurposes } from './purpose-store.ts';
import { putPurpose, retirePurpose } from './purposes.ts';

export const purposeHandlers = ({
  cursors,
  requireReconsent,
}: {
  cursors: Cursors;
  requireReconsent: RequireReconsent;
}): Handlers<typeof consentPurposeOperations> => ({
  async consentPurposeList({ tx, query: { limit, cursor, state } }) {
    const bound = { tenantId: tx.context.tenantId, list: 'consent-purposes', filters: [state] };
    const after = cursor === undefined ? undefined : cursors.decode(bound, cursor);
    const rows = await listPurposes(tx, { state, after, limit: limit + 1 });
    return cursors.page(bound, rows, limit, {
      position: (row) => [row.position, row.purposeKey],
      present: purposeResource,
    });
  },
  async consentPurposeGet({ tx, params: { purposeKey }, query: { version } }) {
    return purposeResource(found(await findPurpose(tx, purposeKey, version)));
  },
  async consentPurposePut({ tx, params: { purposeKey }, body, ifMatch }) {
    return purposeResource(await putPurpose(tx, purposeKey, body, { ifMatch, requireReconsent }));
  },
  async consentPurposeRetire({ tx, params: { purposeKey }, ifMatch }) {
    await retirePurpose(tx, purposeKey, ifMatch);
    return { id: purposeKey, deleted: true as const };
  },
});
