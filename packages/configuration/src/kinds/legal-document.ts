import { createHash } from 'node:crypto';
import { CreateLegalDocumentRequest, docType, legalDocumentTypes } from '@platform/contracts';
import type {
  CreateLegalDocumentRequest as Body,
  LegalDocument,
  LegalDocumentSummary,
  Platform,
} from '@platform/sdk';
import { z } from 'zod';
import { pick } from '../members/members.ts';
import type { Members } from '../members/members.ts';
import { application } from './application.ts';
import { consentPurpose } from './consent-purpose.ts';
import { eachOf } from '../tenant/each-of.ts';
import { defineKind } from './kind.ts';
import type { TenantView } from './kind.ts';

interface Place {
  clientId: string;
  docType: string;
}

/** The API lists the documents of a type, and no types: a custom one is known from files or from a purpose of its name. */
function placesOf({ found, declared }: TenantView): Place[] {
  const custom = declared('legal-document').map((members) => String(members['docType']));
  const purposes = found(consentPurpose).map(({ purposeKey }) => purposeKey);
  const types = [...new Set([...legalDocumentTypes, ...custom, ...purposes])].filter(
    (type) => docType.safeParse(type).success,
  );
  return found(application).flatMap(({ clientId }) =>
    types.map((type) => ({ clientId, docType: type })),
  );
}

async function activeAt(platform: Platform, place: Place): Promise<LegalDocument[]> {
  const documents: LegalDocumentSummary[] = [];
  const { legalDocuments } = platform.applications;
  const list = legalDocuments.list(place.clientId, place.docType, { state: 'active', limit: 200 });
  for await (const document of list) documents.push(document);
  return eachOf(documents, ({ id }) => legalDocuments.get(place.clientId, place.docType, id));
}

async function activeDocuments(tenant: TenantView): Promise<LegalDocument[]> {
  return (await eachOf(placesOf(tenant), (place) => activeAt(tenant.platform, place))).flat();
}

const documentMembers = [
  'clientId',
  'docType',
  'locale',
  'title',
  'content',
  'contentUrl',
  'sha256',
  'versionLabel',
  'changeSummary',
  'requiresReconsent',
  'purposeKeys',
];

const storedMembers = (document: LegalDocument): Members =>
  Object.fromEntries(
    Object.entries(pick(document, documentMembers)).filter(([, value]) => value !== null),
  );

/** Documents are immutable: a change is a new version, which retires the active one. A run that was interrupted has left its draft. */
async function publish(platform: Platform, place: Place, body: Body): Promise<LegalDocument> {
  const { clientId, docType: type } = place;
  const { legalDocuments } = platform.applications;
  const { data } = await legalDocuments.list(clientId, type, {
    locale: body.locale,
    state: 'draft',
    limit: 200,
  });
  const drafts = await eachOf(data, ({ id }) => legalDocuments.get(clientId, type, id));
  const isSame = (draft: LegalDocument): boolean =>
    draft.title === body.title &&
    (draft.content ?? undefined) === body.content &&
    (draft.contentUrl ?? undefined) === body.contentUrl &&
    (draft.versionLabel ?? undefined) === body.versionLabel &&
    draft.requiresReconsent === body.requiresReconsent;
  const draft = drafts.find(isSame) ?? (await legalDocuments.create(clientId, type, body));
  return legalDocuments.activate(clientId, type, draft.id);
}

const withDigest = (members: Members): Members => {
  const { content } = members;
  if (typeof content !== 'string') return members;
  return { ...members, sha256: createHash('sha256').update(content).digest('hex') };
};

const placeOf = (additional: Members): Place => ({
  clientId: String(additional['clientId']),
  docType: String(additional['docType']),
});

export const legalDocument = defineKind<LegalDocument, Body>({
  name: 'legal-document',
  path: 'legal-documents',
  layout: 'files',
  schema: CreateLegalDocumentRequest,
  additional: z.strictObject({ clientId: z.string(), docType }),
  key: ['clientId', 'docType', 'locale'],
  refersBy: 'legalDocument',
  references: [
    { at: 'clientId', to: application },
    { at: 'purposeKeys/*', to: consentPurpose, isLoose: true },
  ],
  creationOnly: ['version', 'effectiveAt'],
  sets: ['purposeKeys'],
  removable: ['content', 'contentUrl', 'versionLabel', 'changeSummary'],
  canonical: withDigest,
  list: activeDocuments,
  get: (platform, { clientId, docType: type, id }) =>
    platform.applications.legalDocuments.get(clientId, type, id).response(),
  project: storedMembers,
  exported: ({ sha256, ...members }) =>
    members['content'] === undefined ? { ...members, sha256 } : members,
  create: ({ platform, additional, body }) => publish(platform, placeOf(additional), body),
  update: ({ platform, additional, body }) => publish(platform, placeOf(additional), body),
  delete: ({ platform, resource, options }) =>
    platform.applications.legalDocuments.retire(
      resource.clientId,
      resource.docType,
      resource.id,
      options,
    ),
});
