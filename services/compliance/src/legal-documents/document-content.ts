import { createHash } from 'node:crypto';
import { isPurposeKey } from '@platform/contracts';
import type { CreateLegalDocumentRequest } from '@platform/contracts';
import { invalid } from '@platform/kit/problem';
import type { FullDocumentRow } from './document-store.ts';

/** Validates the text of a body: the text itself, or where it is published and its hash. */
export function checkedContent(
  { content, contentUrl, sha256 }: CreateLegalDocumentRequest,
  maxBytes: number,
): Pick<FullDocumentRow, 'content' | 'contentUrl' | 'contentBytes' | 'sha256'> {
  if (content === undefined)
    return {
      content: null,
      contentUrl: contentUrl ?? null,
      contentBytes: null,
      sha256: sha256 ?? '',
    };
  const bytes = Buffer.from(content);
  if (bytes.length > maxBytes)
    throw invalid('/content', 'invalid_format', `must have at most ${maxBytes} bytes of UTF-8`);
  const computed = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== undefined && sha256 !== computed)
    throw invalid('/sha256', 'invalid_format', 'must be the SHA-256 hash of the content');
  return { content, contentUrl: null, contentBytes: bytes.length, sha256: computed };
}

/** The default purpose of a document: its type. */
export const defaultPurposeKeys = (docType: string): string[] =>
  isPurposeKey(docType) ? [docType] : [];
