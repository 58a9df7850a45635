import { createHash } from 'node:crypto';
import type { LoginPreviewPage } from '@platform/contracts';
import { deleteOlder, now } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

/** What the hub needs to show a page of a login. */
export interface PagePreview {
  page: LoginPreviewPage;
  branding: object;
  themeCss: string;
  texts: Readonly<Record<string, string>>;
  locale: string;
  scheme: 'light' | 'dark' | null;
  applicationName: string;
}

/** An e-mail, which the hub shows as it is. */
export interface MailPreview {
  page: 'email';
  html: string;
}

export type PreviewContent = PagePreview | MailPreview;

const previews = identityFacade.table('loginPreviews').narrow<{ content: PreviewContent }>();
const current = previews.only((of) => of('expiresAt', '>', now));
const keptPerTenant = 50;

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

/** Stores a preview, and drops the oldest ones of the tenant. */
export async function insertPreview(
  tx: Tx,
  { ticket, content, expiresAt }: { ticket: string; content: PreviewContent; expiresAt: Date },
): Promise<void> {
  await previews.insert(tx, { ticketHash: hashOf(ticket), content, expiresAt });
  await tx.execute(
    `DELETE FROM login_previews WHERE tenant_id = $1 AND ticket_hash IN (
       SELECT ticket_hash FROM login_previews WHERE tenant_id = $1 ORDER BY created_at DESC OFFSET $2)`,
    [tx.context.tenantId, keptPerTenant],
  );
}

export const findPreview = async (tx: Tx, ticket: string): Promise<PreviewContent | undefined> =>
  (await current.find(tx, { ticketHash: hashOf(ticket) }))?.content;

export const deleteExpiredPreviews = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'login_previews', column: 'expires_at', life: '1 minute' });
