import type { FieldErrors } from 'react-hook-form';

interface SummaryEntry {
  path: string;
  message: string;
}

/** The messages of a tree of errors, with their paths, in the order of the fields. */
export function errorsOf(errors: FieldErrors, above = ''): SummaryEntry[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (!error || typeof error !== 'object') return [];
    const path = above === '' ? name : `${above}.${name}`;
    if (typeof error.message === 'string') return [{ path, message: error.message }];
    return name === 'ref' ? [] : errorsOf(error as FieldErrors, path);
  });
}
