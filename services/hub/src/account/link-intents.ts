import { randomBytes } from 'node:crypto';
import type { CreatedLinkIntent, LinkIntentCreation } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { invalid } from '@platform/kit/problem';
import { publishSessionEvent } from '../sessions/session-events.ts';
import type { EventOrigin } from '../sessions/session-events.ts';
import {
  consumeIntent,
  countRefusal,
  findIntent,
  insertIntent,
  revokeIntentsOf,
} from './link-intent-store.ts';
import type { LinkIntentRecord } from './link-intent-store.ts';

const maxRefusals = 5;

export interface LinkIntentsOptions {
  /** The hosts that a browser can be redirected to. */
  returnHosts: ReadonlySet<string>;
  issuerOf: (tenantId: string) => Promise<string>;
}

/** The confirmation of a user. */
export interface ConfirmedIntent extends EventOrigin {
  token: string;
  userId: string;
}

/** Intents to accept an invitation by signing in. */
export function linkIntents({ returnHosts, issuerOf }: LinkIntentsOptions) {
  return {
    /** Creates an intent, and revokes the earlier one for the invitation. */
    async mint(tx: Tx, body: LinkIntentCreation): Promise<CreatedLinkIntent> {
      const { invitationId, organizationId, userId, email, returnTo, expiresInSeconds } = body;
      if (returnTo !== undefined && !returnHosts.has(new URL(returnTo).hostname))
        throw invalid(
          '/returnTo',
          'host_not_allowed',
          'must have a host that the operator has configured',
        );
      const id = newId('linkIntent');
      const token = randomBytes(32).toString('base64url');
      await revokeIntentsOf(tx, invitationId);
      const { expiresAt } = await insertIntent(tx, {
        id,
        token,
        invitationId,
        organizationId,
        userId: userId ?? null,
        email,
        returnTo: returnTo ?? null,
        expiresInSeconds,
      });
      const issuer = await issuerOf(tx.context.tenantId);
      return {
        id,
        intentToken: token,
        authorizeUrl: `${issuer}/oauth2/authorize?link_intent=${token}`,
        expiresAt: expiresAt.toISOString(),
      };
    },

    /** Finds the intent for the user to confirm; undefined if it cannot be redeemed. */
    find: (tx: Tx, token: string): Promise<LinkIntentRecord | undefined> => findIntent(tx, token),

    /** Counts a user for whom the intent is not meant; the fifth revokes it. */
    refuse: (tx: Tx, token: string): Promise<number> => countRefusal(tx, token, maxRefusals),

    /**
     * Redeems an intent for the user who has signed in and confirmed. Undefined if it cannot be redeemed or is meant for another user;
     * the fifth refused user revokes it.
     */
    async confirm(
      tx: Tx,
      { token, userId, ...origin }: ConfirmedIntent,
    ): Promise<LinkIntentRecord | undefined> {
      const intent = await consumeIntent(tx, token, userId);
      if (!intent) {
        await countRefusal(tx, token, maxRefusals);
        return undefined;
      }
      await publishSessionEvent(tx, {
        type: 'user.account_linked',
        userId,
        organizationId: intent.organizationId,
        ...origin,
        more: { linkIntentId: intent.id, invitationId: intent.invitationId },
      });
      return intent;
    },
  };
}

export type LinkIntents = ReturnType<typeof linkIntents>;
