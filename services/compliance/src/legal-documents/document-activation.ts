import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { databaseNow } from '../database-clock.ts';
import type { RequireReconsent } from '../reconsent-floor.ts';
import { activateDocument, listActiveDocuments } from './document-store.ts';
import type { DocumentRow, FullDocumentRow } from './document-store.ts';
import { endDocument, lockedDocument, publishDocument } from './documents.ts';
import type { DocumentKey, IfMatch } from './documents.ts';
import { insertFloor, updateSlot } from './slot-store.ts';

async function activeInSlot(tx: Tx, document: DocumentRow): Promise<DocumentRow | undefined> {
  const active = await listActiveDocuments(tx, document.clientId, [document.docType]);
  return active.find((other) => other.locale === document.locale);
}

function requireHigher(document: DocumentRow, active: DocumentRow | undefined): void {
  if (!active || document.version > active.version) return;
  throw problem('invalid_state', {
    detail: `Version ${active.version} is active; only a higher version can replace it`,
  });
}

/** Sets the floor and starts the walk, if people who agreed to an earlier version must agree again. */
async function raiseFloor(
  tx: Tx,
  { clientId, docType, locale, version, requiresReconsent }: DocumentRow,
  {
    hasPredecessor,
    effectiveAt,
    requireReconsent,
  }: { hasPredecessor: boolean; effectiveAt: Date; requireReconsent: RequireReconsent },
): Promise<void> {
  if (!requiresReconsent || !hasPredecessor) return;
  await insertFloor(tx, { clientId, docType, locale, version, effectiveAt });
  await requireReconsent(tx, { kind: 'document', clientId, docType, locale, version });
}

/** Activates a draft and retires its predecessor. Activations of a slot are serialized. */
export async function activateDraft(
  tx: Tx,
  key: DocumentKey,
  { ifMatch, requireReconsent }: { ifMatch: IfMatch; requireReconsent: RequireReconsent },
): Promise<FullDocumentRow> {
  const { document, activatedVersion } = await lockedDocument(tx, key, ifMatch);
  if (document.state === 'active') return document;
  if (document.state === 'retired')
    throw problem('invalid_state', { detail: 'A retired document cannot be activated again' });
  const active = await activeInSlot(tx, document);
  requireHigher(document, active);
  const now = await databaseNow(tx);
  const effectiveAt =
    document.effectiveAt && document.effectiveAt > now ? document.effectiveAt : now;
  if (active) await endDocument(tx, active, now);
  const activated = await activateDocument(tx, { id: document.id, effectiveAt, now });
  await updateSlot(tx, document, document.version);
  const hasPredecessor = activatedVersion !== undefined;
  await raiseFloor(tx, document, { hasPredecessor, effectiveAt, requireReconsent });
  await publishDocument(tx, 'legal_document.activated', activated);
  return activated;
}
