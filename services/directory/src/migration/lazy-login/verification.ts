import type { SourceRow } from '../readers/source-reader.ts';

/** What a source says of a password. */
export type Verification =
  { verdict: 'rejected' | 'unavailable' } | { verdict: 'verified'; row: SourceRow };
