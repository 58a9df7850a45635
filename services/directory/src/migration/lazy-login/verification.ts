import type { SourceRow } from '../readers/source-reader.ts';

/** The verdict of a source on a password. */
export type Verification =
  { verdict: 'rejected' | 'unavailable' } | { verdict: 'verified'; row: SourceRow };
