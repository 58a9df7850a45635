import type { MyProfileResource, ownProfileOperations } from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import type { Tx } from '@platform/kit/database';
import { answer, contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found } from '@platform/kit/problem';
import type { AttributeSchema, AttributeSchemas } from '../../attribute-schema/attribute-schema.ts';
import { listPendingEmails } from '../contacts/pending-email-store.ts';
import { refuseManaged } from '../managed-members.ts';
import { preferenceHandlers } from '../preferences/preference-handlers.ts';
import { patchedAttributes } from '../user-changes.ts';
import { refuseUnderErasure } from '../user-lifecycle.ts';
import type { UserRecord } from '../user-record.ts';
import { findUser, lockUser } from '../user-store.ts';
import { changeAttributes } from '../user-update.ts';
import type { UserLimits } from '../user-writing.ts';
import { ownProfile } from './own-profile.ts';
import { profileFields } from './profile-fields.ts';

const profileOf = async (tx: Tx, user: UserRecord, schema: AttributeSchema) =>
  ownProfile(user, await listPendingEmails(tx, user.id), schema);

/** The version does not depend on the last sign-in, which is recorded while the user edits the profile. */
const versionOf = (profile: MyProfileResource): string =>
  contentVersion({ ...profile, lastLoginAt: null });

const shown = (profile: MyProfileResource) => answer(profile, { version: versionOf(profile) });

/** Handlers of the profile and the preferences of the token's user. */
export const ownProfileHandlers = ({
  schemas,
  limits,
}: {
  schemas: AttributeSchemas;
  limits: UserLimits;
}): Handlers<typeof ownProfileOperations> => ({
  ...preferenceHandlers,

  async meGet({ tx, principal }) {
    const user = found(await findUser(tx, ownUserId(principal)));
    return shown(await profileOf(tx, user, await schemas.read(tx, 'user')));
  },

  async meUpdate({ tx, principal, body, ifMatch, audit }) {
    const schema = await schemas.hold(tx, 'user');
    const user = found(await lockUser(tx, ownUserId(principal)));
    ifMatch(versionOf(await profileOf(tx, user, schema)));
    refuseUnderErasure(user);
    const attributes = patchedAttributes(user, body);
    refuseManaged(user, attributes);
    const { user: after, changed } = await changeAttributes(tx, user, attributes, {
      limits,
      schema,
      origin: 'api',
      writer: 'self',
    });
    audit({ changed });
    return shown(await profileOf(tx, after, schema));
  },

  async meProfileSchemaGet({ tx, principal, query: { locale } }) {
    const user = found(await findUser(tx, ownUserId(principal)));
    const schema = await schemas.read(tx, 'user');
    return { fields: profileFields(user, schema, locale ?? user.locale ?? undefined) };
  },
});
