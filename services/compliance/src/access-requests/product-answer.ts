import { isId } from '@platform/contracts';
import type { ContextName } from '@platform/contracts';
import { subjectKeysOf } from '@platform/data-lifecycle/data-subject';
import type { SubjectSections } from '@platform/data-lifecycle/data-subject';
import type { TxContext } from '@platform/kit/database';
import type { RpcPeer } from '@platform/kit/grpc';
import type { ExportSection } from '@platform/protos';
import type { FindIdentifiers } from '../subjects/subject-resolution.ts';

/** Services whose data is the product API's answer; the hub and the identity service are asked themselves. */
const siblings = ['directory', 'fga', 'outbound'] as const satisfies readonly ContextName[];

export interface ProductAnswerOptions {
  peer: (context: ContextName) => RpcPeer;
  deadlineMs: number;
  /** What compliance itself keeps of a person. */
  own: (context: TxContext, subjectId: string) => AsyncIterable<ExportSection>;
  /** What names a user; empty for one whom the directory no longer has. */
  identifiersOf: FindIdentifiers;
}

const named = (owner: string, { section = '', json }: ExportSection): ExportSection => ({
  section: `${owner}.${section}`,
  json,
});

/** The product API's part of an access request: what compliance keeps, and what its siblings export. */
export async function* productSections(
  { peer, deadlineMs, own, identifiersOf }: ProductAnswerOptions,
  context: TxContext,
  subjectId: string,
): SubjectSections {
  const identifiers = isId('user', subjectId)
    ? await identifiersOf(context.tenantId, { userId: subjectId })
    : [];
  for (const id of new Set([subjectId, ...subjectKeysOf(identifiers)]))
    for await (const section of own(context, id)) yield named('compliance', section);
  // Someone without an account is known to compliance alone.
  if (!isId('user', subjectId)) return;
  const request = {
    tenantId: context.tenantId,
    requestId: context.requestId ?? subjectId,
    userId: subjectId,
    identifiers: [...identifiers],
  };
  for (const sibling of siblings) {
    const sections = peer(sibling)
      .service('platform.datasubject.v1.DataSubject')
      .Export(request, { withinMs: deadlineMs, requestId: context.requestId });
    for await (const section of sections) yield named(sibling, section);
  }
}
