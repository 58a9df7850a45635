import type { TenantLookup } from '@platform/kit/auth';
import type { Tx } from '@platform/kit/database';
import type { RpcPeer } from '@platform/kit/grpc';
import { PermanentJobError, handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, JobMount, Jobs } from '@platform/kit/jobs';
import { Problem } from '@platform/kit/problem';
import type { SealedColumn } from '@platform/kit/upkeep';
import type { SecretBox } from '@platform/kit/secrets';
import { z } from 'zod';
import { findOrganization } from '../organizations/organizations.ts';
import { setupLinkStateAt, setupUrl } from './setup-link-record.ts';
import type { SetupLinkRecord } from './setup-link-record.ts';
import { findSetupLink, lockSetupLink, updateSetupLink } from './setup-link-store.ts';

/** Sends the mail of a setup link, with retries until the link expires. */
const setupLinkMailKind = jobKind({
  name: 'setup_link_mail',
  payload: z.object({ linkId: z.string(), linkNumber: z.int() }),
  perTenant: 4,
  maxAttempts: 3_000,
});

type Payload = z.output<typeof setupLinkMailKind.payload>;

const contextOf = (tenantId: string, id: string) => ({ tenantId, field: `setup_links/${id}` });

/** The column with tokens that have not been sent, for resealing. */
export const sealedSetupTokens: SealedColumn = {
  table: 'setup_links',
  column: 'token_sealed',
  key: ['id'],
  contextOf,
};

export interface SetupLinkMailOptions {
  identityFacade: () => RpcPeer;
  secrets: Pick<SecretBox, 'open'>;
  tenants: Pick<TenantLookup, 'byId'>;
}

export const sealSetupToken = (
  secrets: Pick<SecretBox, 'seal'>,
  tenantId: string,
  id: string,
  token: string,
): string => secrets.seal(token, contextOf(tenantId, id));

/** Enqueues the mail with the current token. */
export const enqueueSetupMail = (
  tx: Tx,
  jobs: Pick<Jobs, 'enqueue'>,
  { id, linkNumber }: SetupLinkRecord,
): Promise<unknown> => jobs.enqueue(tx, setupLinkMailKind, { linkId: id, linkNumber });

interface Letter {
  link: SetupLinkRecord;
  token: string;
  organization: { id: string; name: string };
}

/** The mail to send; undefined if the link has ended or has another token. */
async function letterOf(
  tx: Tx,
  { linkId, linkNumber }: Payload,
  secrets: Pick<SecretBox, 'open'>,
): Promise<Letter | undefined> {
  const link = await findSetupLink(tx, linkId);
  if (link?.linkNumber !== linkNumber || link.tokenSealed === null) return undefined;
  if (!['pending', 'opened'].includes(setupLinkStateAt(link, Date.now()))) return undefined;
  const organization = await findOrganization(tx, link.organizationId);
  const token = secrets.open(link.tokenSealed, contextOf(tx.context.tenantId, link.id));
  return organization && { link, token, organization };
}

async function send(
  { identityFacade, tenants }: SetupLinkMailOptions,
  tenantId: string,
  { link, token, organization }: Letter,
): Promise<void> {
  const { issuer = '' } = (await tenants.byId(tenantId)) ?? {};
  await identityFacade()
    .service('platform.identity.v1.Mail')
    .Send(
      {
        tenantId,
        idempotencyKey: `${link.id}:${link.linkNumber}`,
        type: 'organization_setup',
        to: link.recipient,
        locales: link.locale === null ? [] : [link.locale],
        variables: { 'organization.id': organization.id, 'organization.name': organization.name },
        linkUrl: setupUrl(issuer, token),
        expiresAt: link.expiresAt.toISOString(),
        organizationId: organization.id,
      },
      { repeatable: true },
    );
}

async function writeDelivery(
  tx: Tx,
  { linkId, linkNumber }: Payload,
  delivery: SetupLinkRecord['delivery'],
): Promise<void> {
  const link = await lockSetupLink(tx, linkId);
  if (link?.linkNumber !== linkNumber) return;
  await updateSetupLink(tx, { ...link, delivery, tokenSealed: null, updatedAt: new Date() });
}

async function sendOnce(options: SetupLinkMailOptions, job: ActiveJob<Payload>): Promise<void> {
  const letter = await job.read((tx) => letterOf(tx, job.payload, options.secrets));
  if (!letter) return;
  try {
    await send(options, job.tenantId, letter);
  } catch (error) {
    if (error instanceof Problem && error.status < 500 && error.status !== 429)
      throw new PermanentJobError(error.code, error.message);
    throw error;
  }
  await job.transact((tx) => writeDelivery(tx, job.payload, 'sent'));
}

/** Sends mails of setup links. They wait while the mail service is unavailable. */
export const setupLinkMailJob = (options: SetupLinkMailOptions): JobMount =>
  handleJob(setupLinkMailKind, {
    run: (job) => sendOnce(options, job),
    onEnded: (tx, { payload }) => writeDelivery(tx, payload, 'failed'),
  });
