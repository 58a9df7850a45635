import type { Bus } from '@platform/kit/bus';
import { isFirstTime } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { withdraw } from './activation-moves.ts';
import { databaseTime } from './activation-store.ts';
import { removeEligibility } from './eligibilities.ts';
import { listEligibilityIds } from './eligibility-store.ts';

const actor = { type: 'system', id: 'fga' } as const;
const endings: Readonly<Record<string, string>> = {
  'user.deleted': 'user_deleted',
  'user.deactivated': 'user_deactivated',
  'user.suspended': 'user_suspended',
};

/** The principals of an event: the subject, and the users behind the members it names. */
interface PrincipalEvent {
  type: string;
  subjectId: string;
  memberIds: readonly string[];
}

type Effect = (tx: Tx, event: PrincipalEvent) => Promise<void>;

async function removeAll(
  tx: Tx,
  by: Parameters<typeof listEligibilityIds>[1],
  reason: string,
): Promise<void> {
  for (const id of await listEligibilityIds(tx, by)) await removeEligibility(tx, id, reason);
}

const userEnds: Effect = async (tx, { type, subjectId: principalId }) => {
  if (type === 'user.deleted')
    await removeAll(tx, { principalType: 'user', principalId }, 'user_deleted');
  await withdraw(tx, { principalId }, await databaseTime(tx), endings[type] as string);
};

/** The effects of deleted users, groups and organizations, by type of event. */
const effects: Readonly<Record<string, Effect>> = {
  ...Object.fromEntries(Object.keys(endings).map((type) => [type, userEnds])),
  'directory.group_member_removed': async (tx, { subjectId: viaGroup, memberIds }) => {
    const now = await databaseTime(tx);
    for (const principalId of memberIds)
      await withdraw(tx, { viaGroup, principalId }, now, 'group_left');
  },
  'directory.group_deleted': async (tx, { subjectId: groupId }) => {
    await removeAll(tx, { principalType: 'group', principalId: groupId }, 'group_deleted');
    const now = await databaseTime(tx);
    await withdraw(tx, { viaGroup: groupId }, now, 'group_deleted');
  },
  'organization.deleted': (tx, { subjectId }) =>
    removeAll(tx, { organizationId: subjectId }, 'organization_deleted'),
};

/** Ends everything that depends on deleted users, groups and organizations, once per event. */
export function followPrincipals(bus: Bus): void {
  bus.consume('pim', Object.keys(effects), ({ tenantId, event }, db) =>
    db.transact({ tenantId, actor }, async (tx) => {
      if (!(await isFirstTime(tx, 'pim', event.id))) return;
      const { members = [] } = event.data as { members?: { userId: string | null }[] };
      await effects[event.type]?.(tx, {
        type: event.type,
        subjectId: event.subject.id,
        memberIds: members.flatMap(({ userId }) => userId ?? []),
      });
    }),
  );
}
