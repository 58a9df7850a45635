import { legalDocumentOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { knownClients } from '@platform/siblings/known-clients';
import { isFirstTime, isPurged } from '@platform/kit/database';
import type { ComplianceConfig } from '../config.ts';
import { checkConsents } from '../consents/consent-check.ts';
import { startsReconsentWalk } from '../consents/reconsent-walk.ts';
import { documentHandlers } from '../legal-documents/document-handlers.ts';
import { endDocumentsOf } from '../legal-documents/documents.ts';
import { legalDocumentsRpc } from '../legal-documents/legal-documents-rpc.ts';

/** Ends the documents of deleted applications. */
function endWithClients({ bus }: Pick<Platform, 'bus'>): void {
  bus.consume('legal-documents', ['client.deleted'], async ({ tenantId, event }, held) =>
    held.transact({ tenantId, actor: event.actor }, async (tx) => {
      if (await isPurged(tx)) return;
      if (await isFirstTime(tx, 'legal-documents', event.id))
        await endDocumentsOf(tx, event.subject.id);
    }),
  );
}

/** Composes legal documents: their operations, and the RPC of logins. */
export function composeLegalDocuments(
  { bus, jobs, cursors, rpcRunner, peer }: Platform,
  { maxContentBytes }: ComplianceConfig,
): Required<Pick<ServiceParts, 'mounts' | 'rpc'>> {
  const handlers = documentHandlers({
    clients: knownClients({ hub: () => peer('hub'), bus }),
    cursors,
    maxContentBytes,
    requireReconsent: startsReconsentWalk(jobs),
  });
  endWithClients({ bus });
  return {
    mounts: [serve(legalDocumentOperations, handlers)],
    rpc: [legalDocumentsRpc({ rpcRunner, checkPurposes: checkConsents })],
  };
}
