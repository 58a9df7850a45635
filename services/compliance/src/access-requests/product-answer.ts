import { isId } from '@platform/contracts';
import type { ContextName } from '@platform/contracts';
import { subjectKeysOf } from '@platform/data-lifecycle/data-subject';
import type { SubjectSections } from '@platform/data-lifecycle/data-subject';
import type { TxContext } from '@platform/kit/database';
import type { RpcPeer } from '@platform/kit/grpc';
import type { ExportSection } from '@platform/protos';
import type { FindIdentifiers } from '../subjects/subject-resolution.ts';

/** The services that the product API answers for; the hub and the identity service are asked directly. */
const siblings = ['directory', 'fga', 'outbound'] as const satisfies readonly ContextName[];

const named = (owner: string, { section = '', json }: ExportSection): ExportSection => ({
  section: `${owner}.${section}`,
  json,
});

/** Yields the product API's part of an access request: compliance's own data, and the exports of its siblings. */
export async function* productSections(
  {
    peer,
    deadlineMs,
    own,
    identifiersOf,
  }: {
    peer: (context: ContextName) => RpcPeer;
    deadlineMs: number;
    /** Compliance's own data about a person. */
    own: (context: TxContext, subjectId: string) => AsyncIterable<ExportSection>;
    /** The identifiers of a user; empty after the directory has deleted the user. */
    identifiersOf: FindIdentifiers;
  },
  context: TxContext,
  subjectId: string,
): SubjectSections {
  const identifiers = isId('user', subjectId)
    ? await identifiersOf(context.tenantId, { userId: subjectId })
    : [];
  for (const id of new Set([subjectId, ...subjectKeysOf(identifiers)]))
    for await (const section of own(context, id)) yield named('compliance', section);
  // Only compliance knows people without an account.
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
