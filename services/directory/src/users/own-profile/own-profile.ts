import type { MyProfileResource } from '@platform/contracts';
import { isoTime } from '@platform/kit/formats';
import { ownMetadata, selfIncomplete } from '../../attribute-schema/attribute-schema.ts';
import type { AttributeSchema } from '../../attribute-schema/attribute-schema.ts';
import { contactResources } from '../contacts/contact-record.ts';
import type { PendingEmail } from '../contacts/pending-email-store.ts';
import type { UserRecord } from '../user-record.ts';

/** The pointers that a directory writes, without those to attributes that users cannot see. */
function lockedAttributes({ managedBy }: UserRecord, visible: Record<string, unknown>): string[] {
  return (managedBy?.attributes ?? []).filter((pointer) => {
    const [, property, key] = pointer.split('/');
    return property !== 'metadata' || key === undefined || Object.hasOwn(visible, key);
  });
}

/** The record of a user as the user may see it. */
export function ownProfile(
  user: UserRecord,
  pending: readonly PendingEmail[],
  schema: AttributeSchema,
): MyProfileResource {
  const metadata = ownMetadata(schema, user.metadata);
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    displayName: user.displayName,
    nickname: user.nickname,
    title: user.title,
    pictureUrl: user.pictureUrl,
    profileUrl: user.profileUrl,
    locale: user.locale,
    timeZone: user.timeZone,
    metadata,
    contacts: contactResources(user, pending, Date.now()),
    status: user.status,
    lockedAttributes: lockedAttributes(user, metadata),
    incompleteAttributes: selfIncomplete(schema, user.metadata),
    lastLoginAt: isoTime(user.lastLoginAt),
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  };
}
