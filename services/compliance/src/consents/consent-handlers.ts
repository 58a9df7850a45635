import type { consentOperations } from '@platform/contracts';
import type { Cursors, Tx } from '@platform/kit/database';
import { answer, contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { changeConsent, withdrawConsent } from './consent-changes.ts';
import { checkConsents } from './consent-check.ts';
import { grantConsent, requireGiver } from './consent-grant.ts';
import type { GrantRules } from './consent-grant.ts';
import { listConsentPage } from './consent-list.ts';
import { existingConsent, lockedConsent } from './consent-store.ts';
import type { ConsentRecord } from './consent-store.ts';
import { consentResource } from './consent-view.ts';

async function matched(
  tx: Tx,
  id: string,
  ifMatch: (version: string) => void,
): Promise<ConsentRecord> {
  const consent = await lockedConsent(tx, id);
  ifMatch(contentVersion(await consentResource(tx, consent)));
  return consent;
}

/** Handlers of the operations on consents, except receipts. */
export const consentHandlers = ({
  cursors,
  rules,
}: {
  cursors: Cursors;
  rules: GrantRules;
}): Omit<Handlers<typeof consentOperations>, 'consentReceipt'> => ({
  consentList: ({ tx, query }) => listConsentPage(tx, query, cursors),
  async consentGrant({ tx, body }) {
    return consentResource(tx, await grantConsent(tx, body, rules));
  },
  async consentCheck({ tx, query: { subjectId, purposeKey, version } }) {
    const [result] = await checkConsents(tx, subjectId, [{ purposeKey, version }]);
    if (!result) throw new Error('a check has no result');
    return answer(result, { headers: { 'cache-control': 'no-store' } });
  },
  async consentGet({ tx, params: { consentId } }) {
    return consentResource(tx, await existingConsent(tx, consentId));
  },
  async consentChange({ tx, params: { consentId }, body, ifMatch }) {
    await requireGiver(tx, body.givenBy, rules);
    const consent = await matched(tx, consentId, ifMatch);
    return consentResource(tx, await changeConsent(tx, consent, body));
  },
  async consentWithdraw({ tx, params: { consentId }, body, ifMatch }) {
    await requireGiver(tx, body?.givenBy, rules);
    const consent = await matched(tx, consentId, ifMatch);
    return consentResource(tx, await withdrawConsent(tx, consent, body));
  },
});
