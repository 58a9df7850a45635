import type { Tx } from '@platform/kit/database';
import type { DirectoryGroupRecord, GroupMember } from './directory-group-record.ts';
import type { Provisioning } from './provisioning.ts';

/** Maximum members that one event names. */
const maxMembers = 500;

/** The directory of a change, for its events. */
export type GroupSource = Pick<Provisioning, 'directory'>;

type PublishedGroup = Pick<DirectoryGroupRecord, 'id' | 'displayName' | 'externalId'>;

const eventOf = ({ directory }: GroupSource, { id, displayName, externalId }: PublishedGroup) => ({
  subject: { type: 'group', id },
  ...(directory.organizationId === null ? {} : { organizationId: directory.organizationId }),
  group: { id, directoryId: directory.id, displayName, externalId },
});

/** Publishes that a group was created, changed or deleted. */
export async function publishGroup(
  tx: Tx,
  type: 'directory.group_created' | 'directory.group_updated' | 'directory.group_deleted',
  source: GroupSource,
  of: PublishedGroup,
): Promise<void> {
  const { group, ...event } = eventOf(source, of);
  await tx.publish({ type, ...event, data: { group } });
}

/** Publishes who joined or left a group, in events of bounded size. */
export async function publishMembers(
  tx: Tx,
  type: 'directory.group_member_added' | 'directory.group_member_removed',
  source: GroupSource,
  of: PublishedGroup,
  members: readonly GroupMember[],
): Promise<void> {
  const { group, ...event } = eventOf(source, of);
  for (let at = 0; at < members.length; at += maxMembers)
    await tx.publish({
      type,
      ...event,
      data: { group, members: members.slice(at, at + maxMembers) },
    });
}
