import type { ownConsentOperations } from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import type { Cursors } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { withdrawConsent } from './consent-changes.ts';
import { listConsentPage } from './consent-list.ts';
import { lockedConsent } from './consent-store.ts';
import { consentSummary } from './consent-view.ts';
import { requirementsOf } from './requirements.ts';

/** Handlers of the consents of the token's user, except receipts. */
export const ownConsentHandlers = ({
  cursors,
}: {
  cursors: Cursors;
}): Omit<Handlers<typeof ownConsentOperations>, 'meConsentReceipt'> => ({
  meConsentList: ({ tx, principal, query }) =>
    listConsentPage(tx, { ...query, subjectId: ownUserId(principal) }, cursors),

  async meConsentWithdraw({ tx, principal, params, body }) {
    const consent = await lockedConsent(tx, params.consentId);
    if (consent.subjectId !== ownUserId(principal)) throw problem('not_found');
    const withdrawn = await withdrawConsent(tx, consent, {
      ...body,
      collectionMethod: 'web_form',
      givenBy: { type: 'subject', id: ownUserId(principal) },
    });
    return consentSummary(withdrawn, await requirementsOf(tx, [withdrawn]));
  },
});
