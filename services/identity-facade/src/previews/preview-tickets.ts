import { randomBytes } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import { insertPreview } from './preview-store.ts';
import type { PreviewContent } from './preview-store.ts';

const lifeMs = 600_000;

/** Where a preview can be opened, and until when. */
export interface PreviewTicket {
  ticket: string;
  path: string;
  expiresAt: string;
}

/** Stores a preview under a new ticket. */
export async function ticketFor(
  tx: Tx,
  content: PreviewContent,
  now: number,
): Promise<PreviewTicket> {
  const ticket = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now + lifeMs);
  await insertPreview(tx, { ticket, content, expiresAt });
  return { ticket, path: `/web/preview/${ticket}`, expiresAt: expiresAt.toISOString() };
}
