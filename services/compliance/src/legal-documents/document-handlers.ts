import type { legalDocumentOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import type { KnownClient, KnownClients } from '@platform/siblings/known-clients';
import type { RequireReconsent } from '../reconsent-floor.ts';
import { activateDraft } from './document-activation.ts';
import { listDocuments } from './document-store.ts';
import { documentResource, documentSummary } from './document-view.ts';
import {
  createDocument,
  deleteUnusedDocument,
  existingDocument,
  retireActiveDocument,
} from './documents.ts';

export function documentHandlers({
  clients,
  cursors,
  maxContentBytes,
  requireReconsent,
}: {
  clients: KnownClients;
  cursors: Cursors;
  maxContentBytes: number;
  requireReconsent: RequireReconsent;
}): Handlers<typeof legalDocumentOperations> {
  const requireClient = ({
    principal,
    params,
  }: {
    principal: { tenantId: string };
    params: { clientId: string };
  }): Promise<KnownClient> => clients.require(principal.tenantId, params.clientId);

  return {
    async legalDocumentsList({ tx, params, query: { limit, cursor, locale, state } }) {
      const { clientId, docType } = params;
      const filters = [clientId, docType, locale, state];
      const bound = { tenantId: tx.context.tenantId, list: 'legal-documents', filters };
      const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
      const filter = { locale, state, before: before as string | undefined, limit: limit + 1 };
      return cursors.page(bound, await listDocuments(tx, params, filter), limit, {
        position: (row) => [row.id],
        present: documentSummary,
      });
    },
    legalDocumentsCreate: prepared(requireClient, async ({ tx, params, body }) =>
      documentResource(await createDocument(tx, params, body, maxContentBytes)),
    ),
    async legalDocumentsGet({ tx, params }) {
      return documentResource(await existingDocument(tx, params));
    },
    async legalDocumentsDelete({ tx, params, ifMatch }) {
      await deleteUnusedDocument(tx, params, ifMatch);
      return { id: params.id, deleted: true as const };
    },
    legalDocumentsActivate: prepared(requireClient, async ({ tx, params, ifMatch }) =>
      documentResource(await activateDraft(tx, params, { ifMatch, requireReconsent })),
    ),
    async legalDocumentsRetire({ tx, params, ifMatch }) {
      return documentResource(await retireActiveDocument(tx, params, ifMatch));
    },
  };
}
