import type { CreateAuditExportRequest } from '@platform/contracts';
import { invalid } from '@platform/kit/problem';
import type { ExportRequest } from './export-store.ts';

const maxSpanMs = 366 * 86_400_000;

/** Applies the defaults of a request. @throws 422 for a span that is empty, too long, or not over yet */
export function checkedRequest(body: CreateAuditExportRequest, now: Date): ExportRequest {
  const [from, to] = [new Date(body.from), new Date(body.to)];
  if (from >= to) throw invalid('/to', 'invalid_format', 'must be later than from');
  if (to > now) throw invalid('/to', 'invalid_format', 'must not be in the future');
  if (to.getTime() - from.getTime() > maxSpanMs)
    throw invalid('/from', 'invalid_format', 'must be at most 366 days before to');
  return {
    ...body,
    from: from.toISOString(),
    to: to.toISOString(),
    includeChain: body.includeChain ?? body.filter === undefined,
  };
}
