import type { ContextName, ErasureItem } from '@platform/contracts';
import type { RpcPeer } from '@platform/kit/grpc';
import type { SubjectItem, SubjectResponse } from '@platform/protos';
import type { SubjectIdentifier } from '../subjects/subject-resolution.ts';
import type { ErasureRecord } from './erasure-store.ts';
import type { ErasurePhase } from './task-store.ts';

/** A service with personal data that is asked over gRPC. */
export type ErasurePeer = Exclude<ContextName, 'compliance'>;

const methods = { deactivate: 'Deactivate', erase: 'Erase', reactivate: 'Reactivate' } as const;

/**
 * The services of each phase, in turns; services of one turn are asked in parallel. The hub ends
 * sessions after sign-in is blocked. The account goes last, because other services find the person
 * by it. Compliance follows after all.
 */
const turns: Record<ErasurePhase, readonly (readonly ErasurePeer[])[]> = {
  deactivate: [['identity-facade', 'directory'], ['hub']],
  erase: [['outbound', 'fga', 'identity-facade', 'hub'], ['directory']],
  reactivate: [['identity-facade', 'directory', 'hub']],
};

/** A person without an account has only consents, and the events about them. */
const withoutAccount: Record<ErasurePhase, readonly (readonly ErasurePeer[])[]> = {
  deactivate: [],
  erase: [['outbound']],
  reactivate: [],
};

export const turnsOf = (
  phase: ErasurePhase,
  { userId }: Pick<ErasureRecord, 'userId'>,
): readonly (readonly ErasurePeer[])[] => (userId === null ? withoutAccount : turns)[phase];

/** The person as sent to services: the same in every attempt, so that answers are stored once. */
export interface ErasureSubject {
  tenantId: string;
  request: ErasureRecord;
  identifiers: readonly SubjectIdentifier[];
}

/** Asks one service to do its part of a phase, or whether it could (`dryRun`). */
export type AskPeer = (
  peer: ErasurePeer,
  phase: ErasurePhase,
  subject: ErasureSubject,
  dryRun?: boolean,
) => Promise<SubjectResponse>;

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

/** Converts an item of a service's answer. */
export const itemOf = (item: SubjectItem): ErasureItem => ({
  category: item.category ?? '',
  action: (item.action ?? 'DELETED') as ErasureItem['action'],
  count: item.count ?? 0,
  retentionReason: item.retentionReason || null,
  retainedUntil: item.retainedUntil || null,
});
