import { isId } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { found, problem } from '@platform/kit/problem';
import type { SetupLinkMessage } from '@platform/protos';
import { findOrganization } from '../organizations/organizations.ts';
import { maskedEmail } from '../invitations/invitations.ts';
import { setupLinkStateAt, setupTokenHash } from './setup-link-record.ts';
import type { SetupLinkRecord } from './setup-link-record.ts';
import { findSetupLink, lockSetupLinkByToken, updateSetupLink } from './setup-link-store.ts';
import { publishSetupLink, renewSetupLink } from './setup-link-writes.ts';
import type { SetupLinkWriting } from './setup-link-writes.ts';

const unknown = () => problem('not_found', { detail: 'The link is not valid' });

/** The link that a token belongs to, locked. @throws 404, also for a link of an organization that was deleted */
async function linkOfToken(tx: Tx, token: string): Promise<SetupLinkRecord> {
  const link = await lockSetupLinkByToken(tx, setupTokenHash(token));
  if (!link || !(await findOrganization(tx, link.organizationId))) throw unknown();
  return link;
}

const messageOf = ({ id, organizationId, intents }: SetupLinkRecord): SetupLinkMessage => ({
  linkId: id,
  organizationId,
  intents,
});

/** Why a token does not open its link. The page of the setup has words for each. */
type Refusal = 'used' | 'expired' | 'revoked' | 'completed';

const details: Readonly<Record<Refusal, (to: string) => string>> = {
  used: (to) => `The link was already used; have a new one sent to ${to}`,
  expired: (to) => `The link has expired; have a new one sent to ${to}`,
  revoked: () => 'The link was revoked; ask the person who sent it for a new one',
  completed: () =>
    'The setup is complete; ask the person who sent the link for a new one to change it',
};

function refusalOf(link: SetupLinkRecord, token: string, now: number): Refusal | undefined {
  const state = setupLinkStateAt(link, now);
  if (state === 'revoked' || state === 'completed') return state;
  const isCurrent = link.tokenHash.equals(setupTokenHash(token));
  if (!isCurrent || link.spentAt !== null) return 'used';
  return state === 'expired' ? 'expired' : undefined;
}

/** The problem of a refusal: whether its holder can have a new link sent, and where to. */
function refused(link: SetupLinkRecord, reason: Refusal, now: number) {
  const recipient = maskedEmail(link.recipient);
  const mayRenew = ['used', 'expired'].includes(reason) && link.endsAt.getTime() > now;
  const members = { reason, mayRenew, ...(mayRenew && { recipient }) };
  return problem('invalid_state', { detail: details[reason](recipient), members });
}

/** Spends a token. @throws 404 for an unknown one, 409 for one that was used, or whose link has ended */
export async function openSetupLink(tx: Tx, token: string, now: number): Promise<SetupLinkMessage> {
  const before = await linkOfToken(tx, token);
  const refusal = refusalOf(before, token, now);
  if (refusal) throw refused(before, refusal, now);
  const at = new Date(now);
  const link = {
    ...before,
    spentAt: at,
    openedAt: before.openedAt ?? at,
    tokenSealed: null,
    updatedAt: at,
  };
  await updateSetupLink(tx, link);
  await publishSetupLink(tx, 'organization.setup_link_opened', link);
  return messageOf(link);
}

/** Sends a new link to the recipient, for someone who has an earlier one. @throws 404 for an unknown token, 409, 429 */
export async function renewByToken(
  tx: Tx,
  token: string,
  writing: SetupLinkWriting,
): Promise<{ recipientMasked: string }> {
  const link = await renewSetupLink(tx, await linkOfToken(tx, token), writing);
  return { recipientMasked: maskedEmail(link.recipient) };
}

/** The link of a session. @throws 404 once it was revoked, or its organization deleted */
export async function setupLinkOfSession(tx: Tx, id: string): Promise<SetupLinkMessage> {
  const link = found(isId('setupLink', id) ? await findSetupLink(tx, id) : undefined);
  if (link.revokedAt || !(await findOrganization(tx, link.organizationId))) throw unknown();
  return messageOf(link);
}
