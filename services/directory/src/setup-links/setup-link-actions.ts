import type { EventTypeName, PlatformEvent } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import type { Tx } from '@platform/kit/database';
import { lockSetupLink, updateSetupLink } from './setup-link-store.ts';
import type { SetupActionRecord, SetupLinkRecord } from './setup-link-record.ts';

const actor = { type: 'system', id: 'directory' } as const;
const maxActions = 50;

/** What contacts do that is shown with their link. */
const shownTypes: readonly EventTypeName[] = [
  'organization.domain_added',
  'organization.domain_verified',
  'organization.domain_removed',
  'organization.setup_link_created',
  'directory.created',
  'directory.updated',
  'directory.activated',
  'directory.resumed',
  'directory.deleted',
  'directory.credential_set',
  'directory.bearer_minted',
  'directory.bearer_rotated',
  'federation.connection_tested',
  'siem.sink_created',
  'siem.sink_updated',
  'siem.sink_deleted',
];

/** The member of an event that names what was added to its subject. */
const parts = ['domain', 'bearer', 'setupLink'] as const;

function actionOf({ type, subject, data, occurredAt }: PlatformEvent): SetupActionRecord {
  const part = parts.find((name) => typeof data[name] === 'object');
  const partId = part && (data[part] as { id: string }).id;
  const resource = partId === undefined ? subject : { type: part ?? subject.type, id: partId };
  return { type, resource: { type: resource.type, id: resource.id }, at: occurredAt };
}

const isSame = (a: SetupActionRecord, b: SetupActionRecord): boolean =>
  a.type === b.type && a.resource.id === b.resource.id;

/** Adds an action, in place of an earlier one of the same kind. A repeated event changes nothing. */
function withAction(
  link: Pick<SetupLinkRecord, 'actions'>,
  action: SetupActionRecord,
): SetupActionRecord[] {
  const earlier = link.actions.find((known) => isSame(known, action));
  if (earlier && earlier.at >= action.at) return link.actions;
  return [action, ...link.actions.filter((known) => !isSame(known, action))]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, maxActions);
}

async function addAction(tx: Tx, linkId: string, action: SetupActionRecord): Promise<void> {
  const link = await lockSetupLink(tx, linkId);
  if (!link) return;
  const actions = withAction(link, action);
  if (actions !== link.actions) await updateSetupLink(tx, { ...link, actions });
}

/** Keeps with each link what was done with it, as events of every service report it. */
export function followSetup(bus: Pick<Bus, 'consume'>): void {
  bus.consume('setup links', [...shownTypes], async ({ tenantId, event }, db) => {
    if (event.actor.type !== 'setup') return;
    await db.transact({ tenantId, actor }, (tx) => addAction(tx, event.actor.id, actionOf(event)));
  });
}
