import { InvitedAdministrator } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import { isFirstTime, isPurged } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import type { Jobs } from '@platform/kit/jobs';
import type { AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import { replacedAttributes } from '../users/user-changes.ts';
import { addUser } from '../users/user-creation.ts';
import { emptyAttributes, publishedUser } from '../users/user-record.ts';
import type { UserLimits } from '../users/user-writing.ts';
import { enqueueAdministratorMail } from './administrator-mail.ts';

const actor = { type: 'system', id: 'directory' } as const;

export interface FirstAdministratorOptions {
  schemas: AttributeSchemas;
  limits: UserLimits;
  jobs: Pick<Jobs, 'enqueue'>;
}

/**
 * Creates a user without a password and enqueues the mail. The address counts as verified: a password can only be set with a code that is
 * sent there.
 */
async function invite(
  tx: Tx,
  { id, email }: InvitedAdministrator,
  { schemas, limits, jobs }: FirstAdministratorOptions,
): Promise<void> {
  const schema = await schemas.hold(tx, 'user');
  const attributes = replacedAttributes(emptyAttributes, { email, emailVerified: true });
  const user = await addUser(tx, { id, attributes, status: 'active' }, { schema, limits });
  await tx.publish({
    type: 'user.created',
    subject: { type: 'user', id },
    data: { user: publishedUser(user, schema), origin: 'invitation' },
  });
  await enqueueAdministratorMail(tx, jobs, id);
}

/** Invites the administrators that operators name when they create a tenant. */
export function followNewTenants(bus: Bus, options: FirstAdministratorOptions): void {
  bus.consume('first-administrators', ['tenant.created'], async ({ event }, db) => {
    const administrator = InvitedAdministrator.optional().parse(event.data['administrator']);
    if (!administrator) return;
    await db.transact({ tenantId: event.subject.id, actor }, async (tx) => {
      if ((await isPurged(tx)) || !(await isFirstTime(tx, 'first-administrators', event.id)))
        return;
      await invite(tx, administrator, options);
    });
  });
}
