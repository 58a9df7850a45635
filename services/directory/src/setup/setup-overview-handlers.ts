import type {
  SetupConnectionUrls,
  SetupIntentName,
  SetupResource,
  setupOperations,
} from '@platform/contracts';
import type { TenantLookup } from '@platform/kit/auth';
import type { Tx } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import { connectionUrls } from '@platform/relying-party';
import { listDirectoriesOf } from '../directories/directories.ts';
import { listDomains } from '../domains/domains.ts';
import { findOrganization } from '../organizations/organizations.ts';
import {
  findSetupLink,
  lockSetupLink,
  publishSetupLink,
  sendToColleague,
  updateSetupLink,
} from '../setup-links/setup-links.ts';
import type { SetupLinkRecord, SetupLinkWriting } from '../setup-links/setup-links.ts';
import { connectionKinds, linkOf, sourceKinds } from './setup-caller.ts';

type Handled = Pick<
  Handlers<typeof setupOperations>,
  'setupGet' | 'setupComplete' | 'setupLinkCreate'
>;
type TaskState = SetupResource['tasks'][number]['state'];

export interface SetupOverviewOptions extends SetupLinkWriting {
  tenants: Pick<TenantLookup, 'byId'>;
}

const stateOf = <T>(things: readonly T[], isDone: (thing: T) => boolean): TaskState => {
  if (things.some(isDone)) return 'done';
  return things.length > 0 ? 'started' : 'open';
};

/** Log streams are another service's: what was done with the link shows whether one exists. */
function logsState({ actions }: SetupLinkRecord): TaskState {
  const deleted = actions.filter(({ type }) => type === 'siem.sink_deleted');
  const made = actions.filter(({ type }) => type === 'siem.sink_created');
  const isKept = ({ resource }: (typeof made)[number]): boolean =>
    !deleted.some((one) => one.resource.id === resource.id);
  return stateOf(made, isKept);
}

const states: Readonly<
  Record<SetupIntentName, (tx: Tx, link: SetupLinkRecord) => TaskState | Promise<TaskState>>
> = {
  sso: async (tx, { organizationId }) =>
    stateOf(
      await listDirectoriesOf(tx, organizationId, connectionKinds),
      ({ state }) => state !== 'suspended',
    ),
  directory: async (tx, { organizationId }) =>
    stateOf(
      await listDirectoriesOf(tx, organizationId, sourceKinds),
      ({ state }) => state === 'active',
    ),
  domains: async (tx, { organizationId }) =>
    stateOf(await listDomains(tx, organizationId), ({ state }) => state === 'verified'),
  logs: (_tx, link) => logsState(link),
};

async function overview(tx: Tx, link: SetupLinkRecord, issuer: string): Promise<SetupResource> {
  const { id, name } = found(await findOrganization(tx, link.organizationId));
  const first = link.parentId === null ? link : found(await findSetupLink(tx, link.parentId));
  const isForSso = link.intents.includes('sso');
  const urlsOf = (connectionId: string): SetupConnectionUrls => ({
    connectionId,
    ...connectionUrls(issuer, connectionId),
  });
  const connections = isForSso ? await listDirectoriesOf(tx, id, connectionKinds) : [];
  const tasks: SetupResource['tasks'] = [];
  for (const intent of link.intents) tasks.push({ intent, state: await states[intent](tx, link) });
  return {
    linkId: link.id,
    organization: { id, name },
    recipient: link.recipient,
    tasks,
    newConnection: isForSso ? urlsOf(first.nextConnectionId) : null,
    connections: connections.map((connection) => urlsOf(connection.id)),
    completedAt: isoTime(link.completedAt),
    endsAt: link.endsAt.toISOString(),
  };
}

/** The state of a setup, its end, and links for colleagues. */
export function setupOverviewHandlers({ tenants, ...writing }: SetupOverviewOptions): Handled {
  const issuerOf = async ({
    principal: { tenantId },
  }: {
    principal: { tenantId: string };
  }): Promise<string> => found((await tenants.byId(tenantId)) ?? undefined).issuer;

  return {
    setupGet: prepared(issuerOf, async ({ tx, principal, prepared: issuer }) =>
      overview(tx, await linkOf(tx, principal), issuer),
    ),

    setupComplete: prepared(issuerOf, async ({ tx, principal, prepared: issuer }) => {
      const link = await linkOf(tx, principal, lockSetupLink);
      if (link.completedAt) return overview(tx, link, issuer);
      const at = new Date(writing.clock());
      const completed = { ...link, completedAt: at, tokenSealed: null, updatedAt: at };
      await updateSetupLink(tx, completed);
      await publishSetupLink(tx, 'organization.setup_link_completed', completed);
      return overview(tx, completed, issuer);
    }),

    async setupLinkCreate({ tx, principal, body }) {
      const link = await linkOf(tx, principal);
      if (link.completedAt)
        throw problem('invalid_state', { detail: 'The setup has been completed' });
      const { id, recipient, intents, expiresAt } = await sendToColleague(tx, link, body, writing);
      return { id, recipient, intents, expiresAt: expiresAt.toISOString() };
    },
  };
}
