import type { RowProblem } from '../mapping/record-mapping.ts';

/** Where reading continues. Stored with every written page, so it is small and plain. */
export interface SourcePosition {
  /** The index of the file. */
  file: number;
  /** Unpacked bytes, or records, of that file that are complete. */
  offset: number;
  /** Records of the whole source that are complete. */
  row: number;
  /** Packed bytes of all files that are complete. */
  bytes: number;
  /** Cursor of a paged API. */
  cursor?: string;
}

/**
 * A federated login as the source identifies it: by its issuer, or by the source's name for the
 * provider.
 */
export interface SourceIdentity {
  issuer?: string;
  provider?: string;
  subject: string;
}

export interface SourceRow {
  /** From 1, over the whole source. */
  row: number;
  /** `password`: a hash for a user that another record describes. */
  kind: 'user' | 'password';
  sourceId: string | null;
  record: unknown;
  identities?: SourceIdentity[];
  passwordHash?: unknown;
  /** Why the record cannot be read. */
  fault?: RowProblem;
}

/** Records that are written together, and the position after them. */
export interface SourcePage {
  rows: SourceRow[];
  next: SourcePosition;
  /** Number of records of the source, if it reports one. */
  total?: number;
}

export interface SourceReadOptions {
  from: SourcePosition;
  /** Records per page. */
  pageRows: number;
  signal: AbortSignal;
}

/** A source that can be read from any position that one of its pages had. */
export interface SourceReader {
  /** Packed bytes of all files; null for an API. */
  bytesTotal: number | null;
  pages(options: SourceReadOptions): AsyncIterable<SourcePage>;
}

export const start: SourcePosition = { file: 0, offset: 0, row: 0, bytes: 0 };
