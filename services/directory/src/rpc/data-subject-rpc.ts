import type { SubjectRequest, SubjectResponse } from '@platform/protos';
import type { Database } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { inTransaction } from '@platform/kit/http';
import type { InTransaction } from '@platform/kit/http';
import type { Bus } from '@platform/kit/bus';
import { deactivateSubject, eraseSubject, reactivateSubject, subjectOf } from '../data-subject/data-subject.ts';
import { listMembershipsOf, userOrganization } from '../organizations/membership-store.ts';
import { userResource } from '../users/user-record.ts';
import { listIdentifiers } from '../users/user-store.ts';

const callers = ['compliance'];
const actor = { type: 'service', id: 'compliance' } as const;
const maxMemberships = 1_000;

type Act = (scope: InTransaction, request: SubjectRequest) => Promise<Pick<SubjectResponse, 'outcome' | 'items' | 'blockedReason'>>;

/** Requests about one person, each answered once: the answer is kept with its effect. */
export function dataSubjectRpc({ db, bus, suppressionKeys }: { db: Database; bus: Pick<Bus, 'outbox' | 'wakeRelay'>; suppressionKeys: readonly Buffer[] }): RpcMount {
  async function once(phase: string, request: SubjectRequest, act: Act): Promise<SubjectResponse> {
    return db.transact({ tenantId: request.tenantId, actor }, async (tx) => {
      const answer = async (): Promise<SubjectResponse> => ({ peer: 'directory', ...(await act(inTransaction(bus, tx), request)), completedAt: new Date().toISOString() });
      if (request.dryRun) return answer();
      await tx.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 3))', [`${request.tenantId} ${request.requestId} ${phase}`]);
      const key = [request.tenantId, request.requestId, phase];
      const kept = await tx.row<{ response: SubjectResponse }>('SELECT response FROM data_subject_requests WHERE tenant_id = $1 AND request_id = $2 AND phase = $3', key);
      if (kept) return kept.response;
      const response = await answer();
      // A refusal may end: only what was done is kept.
      if (response.outcome !== 'BLOCKED') await tx.execute('INSERT INTO data_subject_requests (tenant_id, request_id, phase, response) VALUES ($1, $2, $3, $4)', [...key, JSON.stringify(response)]);
      return response;
    });
  }

  return serveRpc('platform.datasubject.v1.DataSubject', {
    Deactivate: (request) => once('deactivate', request, deactivateSubject),
    Reactivate: (request) => once('reactivate', request, reactivateSubject),
    Erase: (request) => once('erase', request, (scope, r) => eraseSubject(scope, r, suppressionKeys)),
    async* Export(request) {
      const sections = await db.transact({ tenantId: request.tenantId, actor }, async (tx) => {
        const user = await subjectOf(tx, request);
        if (!user) return [];
        const { metadata, identities, ...profile } = userResource(user);
        const memberships = (await listMembershipsOf(tx, user.id, undefined, maxMemberships)).map(userOrganization);
        return Object.entries({ profile, identifiers: await listIdentifiers(tx, user.id), metadata, identities, memberships });
      });
      for (const [section, content] of sections) yield { section, json: JSON.stringify(content) };
    },
  }, { Deactivate: callers, Reactivate: callers, Erase: callers, Export: callers });
}
