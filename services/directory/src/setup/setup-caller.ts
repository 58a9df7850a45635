import type { DirectoryKind, Principal } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { existingDirectory } from '../directories/directories.ts';
import type { DirectoryRecord } from '../directories/directories.ts';
import { findSetupLink } from '../setup-links/setup-links.ts';
import type { SetupLinkRecord } from '../setup-links/setup-links.ts';

/** Kinds of directories that are set up as connections to identity providers. */
export const connectionKinds: readonly DirectoryKind[] = ['oidc', 'saml'];

/** Kinds of directories that are set up as sources of users. */
export const sourceKinds: readonly DirectoryKind[] = [
  'scim',
  'ldap',
  'workspace',
  'cloud_directory',
];

const notForSetup = () =>
  problem('caller_not_allowed', {
    detail: 'This operation requires a session of a setup link',
  });

/** The organization that a contact sets up. It comes from the token alone. @throws 403 */
export function organizationOf({ type, organizationId }: Principal): string {
  if (type !== 'setup' || organizationId === undefined) throw notForSetup();
  return organizationId;
}

/** The link of a caller, while it is not revoked. @throws 403 */
export async function linkOf(
  tx: Tx,
  principal: Principal,
  find: typeof findSetupLink = findSetupLink,
): Promise<SetupLinkRecord> {
  const link = await find(tx, principal.id);
  if (!link || link.revokedAt || link.organizationId !== organizationOf(principal))
    throw problem('caller_not_allowed', { detail: 'The setup link was revoked' });
  return link;
}

/** A directory of the caller's organization. @throws 404, also for one of another kind */
export async function ownDirectory(
  tx: Tx,
  principal: Principal,
  { id, kinds }: { id: string; kinds: readonly DirectoryKind[] },
  find?: Parameters<typeof existingDirectory>[2],
): Promise<DirectoryRecord> {
  const directory = await existingDirectory(tx, id, find);
  if (directory.organizationId !== organizationOf(principal) || !kinds.includes(directory.kind))
    throw problem('not_found');
  return directory;
}
