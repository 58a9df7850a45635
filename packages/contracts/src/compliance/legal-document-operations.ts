import { z } from 'zod';
import { Deletion, paging } from '../common/list.ts';
import { canonicalLocale } from '../common/text.ts';
import { allOf, operations } from '../operation.ts';
import {
  CreateLegalDocumentRequest,
  LegalDocument,
  LegalDocumentState,
  ListLegalDocumentsResponse,
  docType,
} from './legal-document.ts';

const read = allOf('tenant:compliance.read');
const write = allOf('tenant:compliance.write');
const path = '/api/v1/applications/{clientId}/{docType}';
const params = z.object({ clientId: z.string().min(1).max(128), docType });
const one = z.object({ ...params.shape, id: z.string().min(1).max(512) });

/** Operations on terms, policies and notices of applications. */
export const legalDocumentOperations = operations({
  legalDocumentsList: {
    method: 'get',
    path,
    params,
    scopes: read,
    summary: 'Lists the versions of a legal document, newest first',
    query: z.strictObject({
      ...paging,
      locale: canonicalLocale.optional(),
      state: LegalDocumentState.optional(),
    }),
    response: ListLegalDocumentsResponse,
    errors: [],
    noEtag: true,
  },
  legalDocumentsCreate: {
    method: 'post',
    path,
    params,
    scopes: write,
    summary: 'Creates a draft of a legal document',
    description: 'Documents are immutable. To edit a draft, delete it and create another one.',
    body: CreateLegalDocumentRequest,
    maxBodyBytes: 2_097_152,
    response: LegalDocument,
    errors: ['already_exists', 'limit_exceeded'],
  },
  legalDocumentsGet: {
    method: 'get',
    path: `${path}/{id}`,
    params: one,
    scopes: read,
    summary: 'Gets a legal document',
    response: LegalDocument,
    errors: [],
  },
  legalDocumentsDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    params: one,
    scopes: write,
    summary: 'Deletes a legal document',
    description: 'Deletes a draft, or a retired document that no consent refers to.',
    response: Deletion,
    errors: ['conflict', 'invalid_state', 'precondition_failed'],
  },
  legalDocumentsActivate: {
    method: 'post',
    path: `${path}/{id}/activate`,
    params: one,
    scopes: write,
    summary: 'Activates a legal document',
    description:
      'Retires the document that was previously active in the same locale. If the document requires new consent, a `consent.reconsent_required` event is emitted for every affected data subject.',
    response: LegalDocument,
    errors: ['invalid_state', 'precondition_failed'],
  },
  legalDocumentsRetire: {
    method: 'post',
    path: `${path}/{id}/retire`,
    params: one,
    scopes: write,
    summary: 'Retires a legal document',
    response: LegalDocument,
    errors: ['invalid_state', 'precondition_failed'],
  },
});
