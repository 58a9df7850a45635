import { isDeepStrictEqual } from 'node:util';
import type { ConsentReceipt, consentOperations, ownConsentOperations } from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import type { Tx } from '@platform/kit/database';
import type { ExternalScope, Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { existingConsent, historyOf, lockedConsent } from '../consents/consents.ts';
import type { ConsentRecord } from '../consents/consents.ts';
import { databaseNow } from '../database-clock.ts';
import { complianceProfileOf } from '../profile/profile.ts';
import { purposeContent } from '../purposes/purpose-content.ts';
import { signDocument } from '../document-signer.ts';
import type { DocumentSigner } from '../document-signer.ts';
import { conformsTo, missingFields, receiptPayload } from './receipt-payload.ts';
import type { ReceiptParts } from './receipt-payload.ts';
import { findReceipt, insertReceipt } from './receipts.ts';
import type { ReceiptRow } from './receipts.ts';

function requirePerson({ personal }: ConsentRecord): void {
  if (personal === null)
    throw problem('invalid_state', {
      detail: 'The data subject has been erased, so no receipt can be issued',
    });
}

async function receiptHistory(tx: Tx, consent: ConsentRecord): Promise<ReceiptParts['history']> {
  const history = await historyOf(tx, consent);
  return history.map(({ entry, personal }) => ({
    ...entry,
    givenBy: personal?.givenBy.id ?? consent.subjectId,
  }));
}

/** Returns the current receipt of a consent, or the data for a new one. */
async function receiptOrParts(
  tx: Tx,
  consentId: string,
  subjectId: string | undefined,
): Promise<{ kept: ReceiptRow } | { parts: Omit<ReceiptParts, 'issuer'> }> {
  const consent = await existingConsent(tx, consentId);
  if (subjectId !== undefined && consent.subjectId !== subjectId) throw problem('not_found');
  requirePerson(consent);
  const kept = await findReceipt(tx, consentId, consent.historyCount);
  if (kept) return { kept };
  const parts = {
    consent,
    receiptId: newId('consentReceipt'),
    issuedAt: await databaseNow(tx),
    purpose: await purposeContent(tx, consent),
    profile: await complianceProfileOf(tx),
    history: await receiptHistory(tx, consent),
  };
  return { parts };
}

const changedMeanwhile = () =>
  problem('invalid_state', { detail: 'The consent changed in the meantime; retry' });

/** Stores a signed receipt, unless another request was first. Returns the stored one. */
async function keepReceipt(
  tx: Tx,
  receipt: ReceiptRow,
  signed: ReceiptParts['history'],
): Promise<ReceiptRow> {
  const { id, consentId, seq, kid } = receipt;
  const consent = await lockedConsent(tx, consentId);
  requirePerson(consent);
  // The giver may have been erased while the hub signed.
  const history = await receiptHistory(tx, { ...consent, historyCount: seq });
  if (!isDeepStrictEqual(history, signed)) throw changedMeanwhile();
  if (await insertReceipt(tx, receipt)) {
    await tx.audit({
      subject: { type: 'consent', id: consentId },
      data: {
        operationId: 'consentReceipt',
        outcome: 'success',
        status: 200,
        details: { receiptId: id, kid },
      },
    });
    return receipt;
  }
  const kept = await findReceipt(tx, consentId, seq);
  if (!kept) throw changedMeanwhile();
  return kept;
}

async function issueReceipt(
  { transact }: ExternalScope,
  parts: ReceiptParts,
  { signer, tenantId }: { signer: DocumentSigner; tenantId: string },
): Promise<ReceiptRow> {
  const payload = receiptPayload(parts);
  const missing = missingFields(payload);
  const { jws, kid } = await signDocument(signer, tenantId, 'CONSENT_RECEIPT', payload);
  const receipt = {
    id: parts.receiptId,
    consentId: parts.consent.id,
    seq: parts.consent.historyCount,
    jws,
    kid,
    conformsTo: conformsTo(missing),
    missingFields: missing,
    issuedAt: parts.issuedAt,
  };
  return transact((tx) => keepReceipt(tx, receipt, parts.history));
}

const payloadOf = (jws: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;

const receiptResource = (row: ReceiptRow): ConsentReceipt => {
  const receipt = payloadOf(row.jws);
  return {
    receiptId: row.id,
    consentId: row.consentId,
    recordSeq: row.seq,
    issuedAt: row.issuedAt.toISOString(),
    conformsTo: row.conformsTo,
    missingFields: row.missingFields,
    receipt,
    jws: row.jws,
    kid: row.kid,
    alg: 'RS256',
    jwksUri: `${String(receipt['iss'])}/oauth2/jwks`,
  };
};

/** Returns the receipt of a consent; with `subjectId`, only of that data subject's. */
async function receiptOf(
  scope: ExternalScope,
  { tenantId, consentId, subjectId }: { tenantId: string; consentId: string; subjectId?: string },
  signer: DocumentSigner,
): Promise<ConsentReceipt> {
  const found = await scope.read((tx) => receiptOrParts(tx, consentId, subjectId));
  if ('kept' in found) return receiptResource(found.kept);
  const issuer = await signer.issuerOf(tenantId);
  const parts = { ...found.parts, issuer };
  return receiptResource(await issueReceipt(scope, parts, { signer, tenantId }));
}

export const receiptHandlers = (
  signer: DocumentSigner,
): Pick<Handlers<typeof consentOperations>, 'consentReceipt'> => ({
  consentReceipt: ({ principal: { tenantId }, params: { consentId }, ...scope }) =>
    receiptOf(scope, { tenantId, consentId }, signer),
});

/** Handlers of receipts of the token's user. */
export const ownReceiptHandlers = (
  signer: DocumentSigner,
): Pick<Handlers<typeof ownConsentOperations>, 'meConsentReceipt'> => ({
  meConsentReceipt: ({ principal, params: { consentId }, ...scope }) =>
    receiptOf(
      scope,
      { tenantId: principal.tenantId, consentId, subjectId: ownUserId(principal) },
      signer,
    ),
});
