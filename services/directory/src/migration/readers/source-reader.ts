import type { RowProblem } from '../mapping/record-mapping.ts';

/** Where reading goes on. It is kept with every page that is written, so it is small and plain. */
export interface SourcePosition {
  /** Which file, from 0. */
  file: number;
  /** Unpacked bytes, or records, of that file that are done. */
  offset: number;
  /** Records of the whole source that are done. */
  row: number;
  /** Packed bytes of all files that are done. */
  bytes: number;
  /** Of an API that pages. */
  cursor?: string;
}

/** A federated login as a source names it: by its issuer, or by its own name for the provider. */
export interface SourceIdentity {
  issuer?: string;
  provider?: string;
  subject: string;
}

/** One record of a source. */
export interface SourceRow {
  /** From 1, over the whole source. */
  row: number;
  /** `password`: a hash for a user that another record describes. */
  kind: 'user' | 'password';
  sourceId: string | null;
  record: unknown;
  identities?: SourceIdentity[];
  passwordHash?: unknown;
  /** Why the record cannot be read at all. */
  fault?: RowProblem;
}

/** Records that are written together, and where reading goes on behind them. */
export interface SourcePage {
  rows: SourceRow[];
  next: SourcePosition;
  /** Records of the source, where it says so. */
  total?: number;
}

/** Options of one reading of a source. */
export interface SourceReadOptions {
  from: SourcePosition;
  /** Records of a page. */
  pageRows: number;
  signal: AbortSignal;
}

/** A source that can be read from any position that a page of it had. */
export interface SourceReader {
  /** Packed bytes of all files; null for an API. */
  bytesTotal: number | null;
  pages(options: SourceReadOptions): AsyncIterable<SourcePage>;
}

/** The beginning of a source. */
export const start: SourcePosition = { file: 0, offset: 0, row: 0, bytes: 0 };
