import type { ContextName, ErasureItem } from '@platform/contracts';
import type { RpcPeer } from '@platform/kit/grpc';
import type { SubjectItem, SubjectResponse } from '@platform/protos';
import type { SubjectIdentifier } from '../subjects/subject-resolution.ts';
import type { ErasureRecord } from './erasure-store.ts';
import type { ErasurePhase } from './task-store.ts';

/** A service that keeps personal data and is asked over gRPC. */
export type ErasurePeer = Exclude<ContextName, 'compliance'>;

const methods = { deactivate: 'Deactivate', erase: 'Erase', reactivate: 'Reactivate' } as const;

/**
 * Who is asked in each phase, turn by turn; those of one turn at once. Nobody can sign in any more when the hub ends the
 * sessions. The account itself goes last: it is what others find the person by. Compliance follows when all are done.
 */
const turns: Record<ErasurePhase, readonly (readonly ErasurePeer[])[]> = {
  deactivate: [['identity-facade', 'directory'], ['hub']],
  erase: [['outbound', 'fga', 'identity-facade', 'hub'], ['directory']],
  reactivate: [['identity-facade', 'directory', 'hub']],
};

/** Of a person without an account there are only consents, and the events about them. */
const withoutAccount: Record<ErasurePhase, readonly (readonly ErasurePeer[])[]> = {
  deactivate: [],
  erase: [['outbound']],
  reactivate: [],
};

/** The turns of a phase. */
export const turnsOf = (
  phase: ErasurePhase,
  { userId }: Pick<ErasureRecord, 'userId'>,
): readonly (readonly ErasurePeer[])[] => (userId === null ? withoutAccount : turns)[phase];

/** A person as services are asked about them: the same at every attempt, so that answers are kept once. */
export interface ErasureSubject {
  tenantId: string;
  request: ErasureRecord;
  identifiers: readonly SubjectIdentifier[];
}

/** Asks one service to do its part of a phase, or with `dryRun` whether it would. */
export type AskPeer = (
  peer: ErasurePeer,
  phase: ErasurePhase,
  subject: ErasureSubject,
  dryRun?: boolean,
) => Promise<SubjectResponse>;

/** Asks services over gRPC. */
export const erasurePeers =
  (peerOf: (context: ContextName) => RpcPeer, deadlineMs: number): AskPeer =>
  (peer, phase, { tenantId, request, identifiers }, dryRun = false) => {
    const method = methods[phase];
    const subjects = peerOf(peer).service('platform.datasubject.v1.DataSubject');
    const question = {
      tenantId,
      requestId: request.id,
      phase: method,
      userId: request.userId ?? '',
      identifiers: [...identifiers],
      reason: request.reason,
      dryRun,
    };
    return subjects[method](question, { withinMs: deadlineMs, requestId: request.id });
  };

/** An item of a service's answer as it is kept. */
export const itemOf = (item: SubjectItem): ErasureItem => ({
  category: item.category ?? '',
  action: (item.action ?? 'DELETED') as ErasureItem['action'],
  count: item.count ?? 0,
  retentionReason: item.retentionReason || null,
  retainedUntil: item.retainedUntil || null,
});
