import type { Database, Tx } from '@platform/kit/database';
import type { RpcClient } from '@platform/kit/grpc';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { JobMount, Jobs } from '@platform/kit/jobs';
import type { Logger } from '@platform/kit/telemetry';
import { asProblem } from '@platform/kit/problem';
import { z } from 'zod';
import type { ConfirmedIntent, LinkIntents } from './link-intents.ts';
import { findIntentById, keepOutcome } from './link-intent-store.ts';
import type { LinkIntentOutcome, LinkIntentState } from './link-intent-store.ts';

export interface InvitationAcceptanceOptions {
  db: Pick<Database, 'read' | 'transact'>;
  jobs: Pick<Jobs, 'enqueue'>;
  intents: Pick<LinkIntents, 'confirm'>;
  directory: () => Pick<RpcClient<'platform.directory.v1.Directory'>, 'AcceptInvitation'>;
  log: Logger;
}

/** A user's acceptance of an invitation. */
export interface Accepting extends ConfirmedIntent {
  tenantId: string;
}

const deadlineMs = 3_000;
/** The delay of the job, which is needed only if the request that redeems the intent could not reach the directory. */
const graceMs = 10_000;

const acceptanceKind = jobKind({
  name: 'invitation_acceptance',
  payload: z.object({ intentId: z.string() }),
  perTenant: 4,
  // About two days at the maximum pause between attempts.
  maxAttempts: 200,
});

const outcomes: Readonly<Record<string, LinkIntentOutcome>> = {
  ACCEPTED: 'accepted',
  EXPIRED: 'expired',
  REVOKED: 'revoked',
  USED: 'used',
  // The organization or the user was deleted in the meantime.
  NOT_FOUND: 'revoked',
};

/** Errors that a retry cannot fix: the organization does not accept the address, the user is in too many organizations, or is being erased. */
const permanentErrors: ReadonlySet<string> = new Set([
  'validation_failed',
  'limit_exceeded',
  'invalid_state',
]);

/** Accepts invitations for users who have confirmed. The directory creates the membership once per intent. */
export function invitationAcceptance(options: InvitationAcceptanceOptions) {
  const { db, jobs, intents, directory, log } = options;
  const contextOf = (tenantId: string) =>
    ({ tenantId, actor: { type: 'system', id: 'invitations' } }) as const;

  async function outcomeOf(tenantId: string, intent: LinkIntentState): Promise<LinkIntentOutcome> {
    const { id: linkIntentId, invitationId, consumedBy: userId } = intent;
    const request = { tenantId, invitationId, userId: userId ?? '', linkIntentId };
    try {
      const { outcome } = await directory().AcceptInvitation(request, { deadlineMs });
      return outcomes[outcome] ?? 'revoked';
    } catch (error) {
      if (permanentErrors.has(asProblem(error).code)) return 'refused';
      throw error;
    }
  }

  /** Accepts the invitation at the directory and stores the outcome. Does nothing for an intent that has one. */
  async function acceptAtDirectory(
    tenantId: string,
    intentId: string,
    write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  ): Promise<void> {
    const intent = await db.read(contextOf(tenantId), (tx) => findIntentById(tx, intentId));
    if (intent?.state !== 'consumed' || intent.outcome !== null) return;
    const outcome = await outcomeOf(tenantId, intent);
    await write((tx) => keepOutcome(tx, intentId, outcome));
  }

  return {
    /** Redeems an intent; false if this user cannot redeem it. If the directory is unavailable, a job accepts the invitation later. */
    async accept({ tenantId, ...confirmation }: Accepting): Promise<boolean> {
      const { userId } = confirmation;
      const context = { tenantId, actor: { type: 'user', id: userId } } as const;
      const redeemed = await db.transact(context, async (tx) => {
        const intent = await intents.confirm(tx, confirmation);
        if (intent)
          await jobs.enqueue(
            tx,
            acceptanceKind,
            { intentId: intent.id },
            {
              dedupeKey: intent.id,
              subjectId: userId,
              runAt: new Date(Date.now() + graceMs),
            },
          );
        return intent;
      });
      if (!redeemed) return false;
      await acceptAtDirectory(tenantId, redeemed.id, (work) => db.transact(context, work)).catch(
        (error: unknown) =>
          log.warn({ err: error, tenantId }, 'an invitation will be accepted later'),
      );
      return true;
    },

    job: handleJob(acceptanceKind, {
      run: ({ tenantId, payload: { intentId }, transact }) =>
        acceptAtDirectory(tenantId, intentId, transact),
    }) satisfies JobMount,
  };
}
