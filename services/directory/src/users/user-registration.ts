import type { UserCreation } from '@platform/contracts';
import { together } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { invalid } from '@platform/kit/problem';
import { handOverCredential } from './credentials/credential-handover.ts';
import type { HandoverOptions } from './credentials/handover-credential.ts';
import { creationAttributes, newUser, storeNewUser } from './user-creation.ts';
import type { UserMemberships } from './user-memberships.ts';
import { publishedUser } from './user-record.ts';
import type { UserRecord } from './user-record.ts';
import type { UserWriting } from './user-writing.ts';

export interface UserRegistration extends UserWriting, HandoverOptions {
  memberships: Pick<UserMemberships, 'add' | 'joinByDomain'>;
}

/**
 * Creates a user with the credential and the memberships of the request. @throws 422 if it breaks a
 * rule, 409 if another user has an identifier
 */
export async function registerUser(
  tx: Tx,
  body: UserCreation,
  registration: UserRegistration,
): Promise<UserRecord> {
  const given = { attributes: creationAttributes(body), status: body.status ?? 'active' };
  const user = newUser(given, registration);
  await together([
    storeNewUser(tx, user, registration),
    tx.publish({
      type: 'user.created',
      subject: { type: 'user', id: user.id },
      data: { user: publishedUser(user, registration.schema), origin: 'api' },
    }),
  ]);
  if (body.credential) await handOverCredential(tx, registration, user.id, body.credential);
  for (const [i, { organizationId, roles }] of (body.memberships ?? []).entries()) {
    const added = await registration.memberships.add(tx, { organizationId, user, roles });
    if (!added)
      throw invalid(
        `/memberships/${i}/organizationId`,
        'not_found',
        'must be the id of an organization',
      );
  }
  await registration.memberships.joinByDomain(tx, user);
  return user;
}
