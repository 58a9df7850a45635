import { maxSetupSeconds } from '@platform/contracts';
import type { Actor, SetupIntentName, SetupLinkCreation } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { newId } from '@platform/kit/ids';
import type { Jobs } from '@platform/kit/jobs';
import { problemWithReason, invalid, problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { directoryLocks } from '../advisory-locks.ts';
import { enqueueSetupMail, sealSetupToken } from './setup-link-mail.ts';
import { newSetupToken, setupTokenHash } from './setup-link-record.ts';
import type { SetupLinkRecord } from './setup-link-record.ts';
import {
  countColleagueLinks,
  countOpenLinks,
  insertSetupLink,
  lockColleagueLinks,
  updateSetupLink,
} from './setup-link-store.ts';

export interface SetupLinkWriting {
  jobs: Pick<Jobs, 'enqueue'>;
  secrets: Pick<SecretBox, 'seal'>;
  clock: () => number;
}

type SetupLinkEvent =
  | 'organization.setup_link_created'
  | 'organization.setup_link_opened'
  | 'organization.setup_link_renewed'
  | 'organization.setup_link_completed'
  | 'organization.setup_link_revoked';

const maxOpen = 100;
const maxColleagues = 10;
const maxFormerTokens = 100;
const renewalsPerHour = 3;
const hourMs = 3_600_000;

/** Publishes a change of a link. */
export const publishSetupLink = (
  tx: Tx,
  type: SetupLinkEvent,
  { id, organizationId, parentId, intents, recipient }: SetupLinkRecord,
) =>
  tx.publish({
    type,
    subject: { type: 'organization', id: organizationId },
    organizationId,
    data: { organization: { id: organizationId }, setupLink: { id, intents, recipient, parentId } },
  });

async function makeRoom(tx: Tx, organizationId: string, now: Date): Promise<void> {
  await lock(tx, directoryLocks.setupLinks, `${tx.context.tenantId} ${organizationId}`);
  if ((await countOpenLinks(tx, organizationId, { now, most: maxOpen })) >= maxOpen)
    throw problemWithReason('limit_exceeded', {
      code: 'limit_exceeded',
      detail: `An organization can have at most ${maxOpen} open setup links; revoke one first`,
    });
}

/** The members of a link that a new token changes. */
function withToken(
  link: SetupLinkRecord,
  token: string,
  { tenantId, now, isMailed }: { tenantId: string; now: number; isMailed: boolean },
  { secrets }: Pick<SetupLinkWriting, 'secrets'>,
): SetupLinkRecord {
  const expiresAt = Math.min(now + link.ttlSeconds * 1_000, link.endsAt.getTime());
  return {
    ...link,
    tokenHash: setupTokenHash(token),
    tokenSealed: isMailed ? sealSetupToken(secrets, tenantId, link.id, token) : null,
    delivery: isMailed ? 'queued' : 'none',
    expiresAt: new Date(expiresAt),
    spentAt: null,
    updatedAt: new Date(now),
  };
}

interface NewLink {
  organizationId: string;
  parentId: string | null;
  createdBy: Actor;
  endsAt: Date;
  given: Omit<SetupLinkCreation, 'intents'> & { intents: readonly SetupIntentName[] };
}

async function addLink(
  tx: Tx,
  { organizationId, parentId, createdBy, endsAt, given }: NewLink,
  writing: SetupLinkWriting,
): Promise<{ link: SetupLinkRecord; token: string }> {
  const { intents, recipient, expiresInSeconds, mail: isMailed, locale = null } = given;
  const recipientKey = emailKey(recipient);
  if (recipientKey === undefined)
    throw invalid('/recipient', 'invalid_format', 'must be an e-mail address');
  const now = writing.clock();
  await makeRoom(tx, organizationId, new Date(now));
  const token = newSetupToken();
  const blank: SetupLinkRecord = {
    id: newId('setupLink'),
    organizationId,
    parentId,
    intents: [...intents],
    recipient,
    recipientKey,
    locale,
    tokenHash: Buffer.alloc(0),
    formerHashes: [],
    tokenSealed: null,
    linkNumber: 1,
    renewedAt: [],
    ttlSeconds: expiresInSeconds,
    expiresAt: endsAt,
    endsAt,
    spentAt: null,
    openedAt: null,
    completedAt: null,
    revokedAt: null,
    delivery: 'none',
    actions: [],
    nextConnectionId: newId('directory'),
    createdBy,
    createdAt: new Date(now),
    updatedAt: new Date(now),
  };
  const { tenantId } = tx.context;
  const link = withToken(blank, token, { tenantId, now, isMailed }, writing);
  await insertSetupLink(tx, link);
  if (isMailed) await enqueueSetupMail(tx, writing.jobs, link);
  await publishSetupLink(tx, 'organization.setup_link_created', link);
  return { link, token };
}

/** Creates a link for an organization, which the caller has locked. Also returns the token. */
export const createSetupLink = (
  tx: Tx,
  {
    organizationId,
    body,
    createdBy,
  }: { organizationId: string; body: SetupLinkCreation; createdBy: Actor },
  writing: SetupLinkWriting,
): Promise<{ link: SetupLinkRecord; token: string }> => {
  const endsAt = new Date(writing.clock() + maxSetupSeconds * 1_000);
  return addLink(tx, { organizationId, parentId: null, createdBy, endsAt, given: body }, writing);
};

/** Sends a link for the same tasks to a colleague of the contact. It ends with the contact's own. */
export async function sendToColleague(
  tx: Tx,
  link: SetupLinkRecord,
  { recipient, locale }: { recipient: string; locale?: string | undefined },
  writing: SetupLinkWriting,
): Promise<SetupLinkRecord> {
  const { organizationId, intents, endsAt, ttlSeconds: expiresInSeconds } = link;
  const parentId = link.parentId ?? link.id;
  const createdBy: Actor = { type: 'setup', id: link.id };
  await lock(tx, directoryLocks.setupLinks, `${tx.context.tenantId} ${organizationId}`);
  if ((await countColleagueLinks(tx, parentId)) >= maxColleagues)
    throw problemWithReason('limit_exceeded', {
      code: 'limit_exceeded',
      detail: `At most ${maxColleagues} links can be sent to colleagues`,
    });
  const given = { intents, recipient, expiresInSeconds, mail: true, locale };
  return (await addLink(tx, { organizationId, parentId, createdBy, endsAt, given }, writing)).link;
}

/** The renewals of the last hour. @throws 429 if there were too many */
function recentRenewals({ renewedAt }: Pick<SetupLinkRecord, 'renewedAt'>, now: number): Date[] {
  const recent = renewedAt.filter((time) => time.getTime() > now - hourMs);
  const [oldest] = recent;
  if (!oldest || recent.length < renewalsPerHour) return recent;
  const seconds = Math.ceil((oldest.getTime() + hourMs - now) / 1_000);
  throw problem('rate_limited', {
    detail: `At most ${renewalsPerHour} new links can be sent in an hour`,
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Has a new link sent to the recipient, which replaces the present one. The caller has locked the link. */
export async function renewSetupLink(
  tx: Tx,
  before: SetupLinkRecord,
  writing: SetupLinkWriting,
): Promise<SetupLinkRecord> {
  const now = writing.clock();
  if (before.revokedAt || before.completedAt || before.endsAt.getTime() <= now)
    throw problem('invalid_state', {
      detail: 'The setup has ended; ask the person who sent you the link for a new one',
    });
  const renewed: SetupLinkRecord = {
    ...before,
    renewedAt: [...recentRenewals(before, now), new Date(now)],
    linkNumber: before.linkNumber + 1,
    formerHashes: [before.tokenHash, ...before.formerHashes].slice(0, maxFormerTokens),
  };
  const { tenantId } = tx.context;
  const link = withToken(renewed, newSetupToken(), { tenantId, now, isMailed: true }, writing);
  await updateSetupLink(tx, link);
  await enqueueSetupMail(tx, writing.jobs, link);
  await publishSetupLink(tx, 'organization.setup_link_renewed', link);
  return link;
}

async function endLink(tx: Tx, before: SetupLinkRecord, now: number): Promise<void> {
  const at = new Date(now);
  const link = { ...before, revokedAt: at, tokenSealed: null, updatedAt: at };
  await updateSetupLink(tx, link);
  await publishSetupLink(tx, 'organization.setup_link_revoked', link);
}

/** Revokes a link, which the caller has locked, and those that were sent to colleagues. */
export async function revokeSetupLink(tx: Tx, link: SetupLinkRecord, now: number): Promise<void> {
  if (link.revokedAt === null) await endLink(tx, link, now);
  for (const sent of await lockColleagueLinks(tx, link.id)) await endLink(tx, sent, now);
}
