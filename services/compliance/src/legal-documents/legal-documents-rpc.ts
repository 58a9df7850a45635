import type { ConsentCheck } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { profileLocaleOf } from '../profile/profile.ts';
import { listPurposesByKey } from '../purposes/purposes.ts';
import { listActiveDocuments } from './document-store.ts';
import type { FullDocumentRow } from './document-store.ts';
import { chooseOneOfEachType } from './locale-choice.ts';
import { outstandingConsents, purposesOf } from './outstanding-consents.ts';

const callers = ['hub', 'identity-service', 'directory'];

/** Checks the consents of a person for these purposes. */
export type CheckPurposes = (
  tx: Tx,
  subjectId: string,
  purposes: readonly { purposeKey: string }[],
) => Promise<ConsentCheck[]>;

const documentMessage = (row: FullDocumentRow, withoutContent: boolean) => ({
  id: row.id,
  type: row.docType,
  version: String(row.version),
  locale: row.locale,
  title: row.title,
  content: withoutContent ? '' : (row.content ?? ''),
  contentType: row.content === null ? '' : 'text/markdown',
  contentUrl: row.contentUrl ?? '',
});

async function outstandingOf(
  tx: Tx,
  documents: readonly FullDocumentRow[],
  subjectId: string,
  checkPurposes: CheckPurposes,
) {
  const keys = purposesOf(documents);
  const purposes = await listPurposesByKey(tx, keys);
  const checks = await checkPurposes(
    tx,
    subjectId,
    keys.map((purposeKey) => ({ purposeKey })),
  );
  return outstandingConsents(
    documents,
    checks,
    new Map(purposes.map((purpose) => [purpose.purposeKey, purpose])),
  );
}

/** Active documents, for logins. */
export const legalDocumentsRpc = ({
  rpcRunner,
  checkPurposes,
}: {
  rpcRunner: RpcRunner;
  checkPurposes: CheckPurposes;
}): RpcMount =>
  serveRpc(
    'platform.compliance.v1.LegalDocuments',
    {
      GetActive: ({ tenantId, clientId, docTypes, subjectId, locale, withoutContent }, call) =>
        rpcRunner.read(call, tenantId, async (tx) => {
          const defaultLocale = await profileLocaleOf(tx);
          const active = await listActiveDocuments(tx, clientId, docTypes);
          const documents = chooseOneOfEachType(active, locale || defaultLocale, defaultLocale);
          return {
            documents: documents.map((row) => documentMessage(row, withoutContent)),
            outstanding: await outstandingOf(tx, documents, subjectId, checkPurposes),
          };
        }),
    },
    { GetActive: callers },
  );
