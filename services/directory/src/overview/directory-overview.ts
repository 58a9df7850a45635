import { isId } from '@platform/contracts';
import type { HealthItem, SearchHit } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { expiringMs, healthItem, itemsAtMost, severityOfExpiry } from '@platform/siblings/overview';
import type { OverviewSource, SearchTerm } from '@platform/siblings/overview';
import { findUser, listUsers, searchKey } from '../users/users.ts';
import {
  findDirectories,
  findOrganizations,
  hasOrganization,
  hasVerifiedDomain,
  listExpiringCredentials,
  listTroubledDirectories,
  listTroubledDomains,
} from './overview-store.ts';
import type { ExpiringCredential, TroubledDirectory, TroubledDomain } from './overview-store.ts';

function directoryItem(found: TroubledDirectory): HealthItem {
  const { id, name, organizationId, state, updatedAt, lastRun, lastRunAt } = found;
  const resource = { type: 'directory', id, name, organizationId };
  const blocks = { what: 'provisioning', count: null } as const;
  if (state === 'invalid_credentials' || state === 'unreachable')
    return healthItem({
      kind: 'failing',
      code: `directory_${state}`,
      severity: 'critical',
      resource,
      since: updatedAt,
      blocks,
      action: {
        operationId:
          state === 'unreachable'
            ? 'directoryConnectorProbe'
            : 'directoryConnectorSetConnectorCredential',
        params: { directoryId: id },
      },
    });
  const isHalted = lastRun === 'HALTED';
  return healthItem({
    kind: isHalted ? 'stopped' : 'failing',
    code: isHalted ? 'sync_halted' : 'sync_failed',
    severity: isHalted ? 'critical' : 'warning',
    resource,
    since: lastRunAt,
    blocks,
    action: { operationId: 'directoriesSync', params: { id } },
  });
}

const credentialItem = (
  { directoryId, name, organizationId, bearerId, expiresAt }: ExpiringCredential,
  now: Date,
): HealthItem =>
  healthItem({
    kind: 'expiring',
    code: bearerId === null ? 'credential_expires' : 'scim_bearer_expires',
    severity: severityOfExpiry(expiresAt, now),
    resource: { type: 'directory', id: directoryId, name, organizationId },
    dueAt: expiresAt,
    blocks: { what: 'provisioning', count: null },
    action:
      bearerId === null
        ? { operationId: 'directoryConnectorSetConnectorCredential', params: { directoryId } }
        : { operationId: 'directoryConnectorRotateBearer', params: { directoryId, bearerId } },
  });

const domainItem = ({ id, organizationId, domain, state, since }: TroubledDomain): HealthItem =>
  healthItem({
    kind: state === 'lapsed' ? 'stopped' : 'failing',
    code: state === 'lapsed' ? 'domain_lapsed' : 'domain_record_missing',
    severity: state === 'lapsed' ? 'critical' : 'warning',
    resource: { type: 'organization_domain', id, name: domain, organizationId },
    since,
    blocks: { what: 'enrollment', count: null },
    action: {
      operationId: 'organizationDomainsVerify',
      params: { orgId: organizationId, domId: id },
    },
  });

/** No index finds users by fewer letters. */
const leastForUsers = 3;

async function usersOf(tx: Tx, { text, limit }: SearchTerm): Promise<Omit<SearchHit, 'type'>[]> {
  const prefix = searchKey(text);
  const one = isId('user', text) ? await findUser(tx, text) : undefined;
  const found =
    one || [...prefix].length < leastForUsers
      ? []
      : await listUsers(tx, { termPrefix: prefix }, undefined, limit);
  return [...(one ? [one] : []), ...found].map(({ id, displayName, username, email }) => ({
    id,
    name: displayName ?? username ?? email ?? id,
    detail: email ?? username ?? null,
    organizationId: null,
  }));
}

/** What directory knows: users, organizations with their domains, and directories. */
export const directoryOverview: readonly OverviewSource[] = [
  { scopes: ['tenant:users.read'], search: [{ type: 'user', find: usersOf }] },
  {
    scopes: ['tenant:orgs.read'],
    async health(tx, now) {
      const directories = await listTroubledDirectories(tx, itemsAtMost);
      const credentials = await listExpiringCredentials(tx, expiringMs, itemsAtMost);
      const domains = await listTroubledDomains(tx, itemsAtMost);
      return [
        ...directories.map(directoryItem),
        ...credentials.map((credential) => credentialItem(credential, now)),
        ...domains.map(domainItem),
      ];
    },
    firstSteps: async (tx) => ({
      organization: await hasOrganization(tx),
      domain: await hasVerifiedDomain(tx),
    }),
    search: [
      {
        type: 'organization',
        find: async (tx, term) =>
          (await findOrganizations(tx, term, searchKey(term.text))).map(({ id, name, slug }) => ({
            id,
            name,
            detail: slug,
            organizationId: null,
          })),
      },
      {
        type: 'directory',
        find: async (tx, term) =>
          (await findDirectories(tx, term)).map(({ kind, ...found }) => ({
            ...found,
            detail: kind,
          })),
      },
    ],
  },
];
