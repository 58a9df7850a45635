import { compactVerify, createLocalJWKSet } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';

const part = z.object({
  part: z.int(),
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
  kind: z.enum(['records', 'chain', 'checkpoints']),
  records: z.int(),
  bytes: z.int(),
  sha256: z.string(),
});

/** The parts of a manifest that verification reads. */
export const ExportManifest = z.object({
  iss: z.string(),
  jti: z.string(),
  aud: z.literal('urn:platform:audit-export'),
  version: z.literal(1),
  tenant_id: z.string(),
  from: z.string(),
  to: z.string(),
  format: z.enum(['ndjson', 'csv']),
  records: z.int(),
  /**
   * Records whose rows differed from their sealed text at the time of the export. Absent in older
   * exports.
   */
  altered_records: z.array(z.int()).default([]),
  chain: z
    .object({
      first_seq: z.int(),
      last_seq: z.int(),
      previous_hash: z.string(),
      last_hash: z.string(),
    })
    .nullable(),
  parts: z.array(part),
});
/** See {@link ExportManifest}. */
export type ExportManifest = z.output<typeof ExportManifest>;

const Checkpoint = z.object({
  iss: z.string(),
  aud: z.literal('urn:platform:audit-checkpoint'),
  tenant_id: z.string(),
  seq: z.int(),
  hash: z.string(),
  previous_seq: z.int().nullable(),
});
/** A signed head of a chain. */
export type Checkpoint = z.output<typeof Checkpoint>;

/** Verifies signed documents of the platform with published keys. */
export interface DocumentVerifier {
  /** @throws Error unless the signature is valid and the type matches */
  verify(jws: string, typ: string): Promise<unknown>;
}

const Dated = z.object({ iat: z.int() });

/**
 * A leaked key still verifies earlier signatures; a document without a time cannot prove that it is
 * earlier.
 */
function requireCounting(
  { keys }: JSONWebKeySet,
  kid: string | undefined,
  document: unknown,
): void {
  const key = keys.find((one) => one.kid === kid) as { 'x-compromised-at'?: unknown } | undefined;
  const moment = key?.['x-compromised-at'];
  if (moment === undefined) return;
  const { data } = Dated.safeParse(document);
  if (typeof moment === 'number' && data && data.iat < moment) return;
  const since =
    typeof moment === 'number' ? new Date(moment * 1_000).toISOString() : 'its creation';
  throw new Error(`its key is compromised, and signatures from ${since} on do not count`);
}

/**
 * Creates a verifier with these keys (RFC 7517): those that the issuer publishes for documents, as
 * fetched.
 */
export function documentVerifier(keys: JSONWebKeySet): DocumentVerifier {
  const find = createLocalJWKSet(keys);
  return {
    async verify(jws, typ) {
      const { payload, protectedHeader } = await compactVerify(jws, find, {
        algorithms: ['RS256'],
      });
      if (protectedHeader.typ !== typ) throw new Error(`its type is not ${typ}`);
      const document = JSON.parse(Buffer.from(payload).toString('utf8')) as unknown;
      requireCounting(keys, protectedHeader.kid, document);
      return document;
    },
  };
}

/**
 * Returns the manifest that the signature covers; the unsigned copy is for people to read.
 * @throws Error if the text is not a manifest, or its signature is not the issuer's
 */
export async function signedManifest(
  text: string,
  verifier: DocumentVerifier,
): Promise<ExportManifest> {
  const { jws } = z.object({ jws: z.string() }).parse(JSON.parse(text));
  return ExportManifest.parse(await verifier.verify(jws, 'export-manifest+jwt'));
}

/**
 * Returns a checkpoint of the manifest's tenant.
 * @throws Error for any other
 */
export async function signedCheckpoint(
  jws: string,
  verifier: DocumentVerifier,
  { iss, tenant_id }: Pick<ExportManifest, 'iss' | 'tenant_id'>,
): Promise<Checkpoint> {
  const checkpoint = Checkpoint.parse(await verifier.verify(jws, 'audit-checkpoint+jwt'));
  if (checkpoint.iss !== iss || checkpoint.tenant_id !== tenant_id)
    throw new Error('it belongs to another tenant');
  return checkpoint;
}
