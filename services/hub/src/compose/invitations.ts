import type { JobMount } from '@platform/kit/jobs';
import { problem } from '@platform/kit/problem';
import type { Platform } from '@platform/kit/service';
import { invitationAcceptance } from '../account/invitation-acceptance.ts';
import { invitationReview } from '../account/invitation-review.ts';
import { linkIntents } from '../account/link-intents.ts';
import type { LinkIntents } from '../account/link-intents.ts';
import type { HubConfig } from '../config.ts';
import type { Invitations } from '../login-pages/visits/invitation-visits.ts';

/** The invitations that people accept by signing in. */
export interface InvitationParts extends Invitations {
  intents: LinkIntents;
  job: JobMount;
}

export function composeInvitations(
  { db, jobs, log, trust, peer }: Platform,
  { returnHosts }: Pick<HubConfig, 'returnHosts'>,
): InvitationParts {
  const directory = () => peer('directory').service('platform.directory.v1.Directory');
  const intents = linkIntents({
    returnHosts,
    issuerOf: async (tenantId) => {
      const tenant = await trust.tenants.byId(tenantId);
      if (!tenant) throw problem('not_found');
      return tenant.issuer;
    },
  });
  const { accept, job } = invitationAcceptance({ db, jobs, intents, directory, log });
  return {
    intents,
    accept,
    job,
    review: invitationReview({ db, directory, returnHosts }),
    refuse: async ({ tenantId, token }) => {
      const context = { tenantId, actor: { type: 'system', id: 'invitations' } } as const;
      await db.transact(context, (tx) => intents.refuse(tx, token));
    },
  };
}
