import { applications, search } from '@platform/sdk';
import type { Client } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

/** A kind of document of an application. */
export interface DocumentPlace {
  clientId: string;
  docType: string;
}

interface DocumentFilter {
  locale?: string;
  cursor?: string;
  limit?: number;
}

export const documentsQuery = ({ clientId, docType }: DocumentPlace, query: DocumentFilter = {}) =>
  apiQuery('legalDocumentsList', [clientId, docType, query], (api, options) =>
    applications(api).legalDocuments.list(clientId, docType, { ...query, ...options }),
  );

export const documentQuery = ({ clientId, docType }: DocumentPlace, id: string) =>
  apiQuery('legalDocumentsGet', [clientId, docType, id], (api, options) =>
    applications(api).legalDocuments.get(clientId, docType, id, options),
  );

export const applicationsQuery = apiQuery('applicationList', [{ limit: 50 }], (api, options) =>
  applications(api).list({ limit: 50, ...options }),
);

/** Applications whose name matches a text, as choices. */
export async function findApplications(api: Client, q: string, signal: AbortSignal) {
  const { data } = await search(api).list({ q, types: 'application', signal });
  return data.map(({ id, name }) => ({ id, label: name, hint: id }));
}
