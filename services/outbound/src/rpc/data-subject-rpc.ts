import type { ExportSection, SubjectRequest, SubjectResponse } from '@platform/protos';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { findAnswer, keepAnswer } from '../data-subject/data-subject-store.ts';
import { countPerson, erasePerson } from '../data-subject/erase-person.ts';
import type { ErasureOptions } from '../data-subject/erase-person.ts';
import { listPersonEvents } from '../data-subject/person-events.ts';
import type { PersonEvent } from '../data-subject/person-events.ts';

const callers = ['compliance'];
const pageSize = 200;
const contextOf = (tenantId: string) => ({ tenantId, actor: { type: 'service', id: 'compliance' } }) as const;
const sections = { events: 'events', audit: 'audit_events' } as const;

const answered = (counts: { category: string; count: number }[]): SubjectResponse => {
  const items = counts.filter(({ count }) => count > 0).map((item) => ({ ...item, action: 'ANONYMIZED' }));
  return { peer: 'outbound', outcome: items.length > 0 ? 'DONE' : 'NOTHING_FOUND', items, completedAt: new Date().toISOString() };
};

/** Requests about one person. Events name people by their platform id alone, so a request without one finds nothing. */
export function dataSubjectRpc(options: ErasureOptions): RpcMount {
  const { db } = options;

  async function erase({ tenantId, requestId, phase, userId, dryRun }: SubjectRequest): Promise<SubjectResponse> {
    if (!userId) return answered([]);
    const context = contextOf(tenantId);
    if (dryRun) return answered([{ category: 'events', count: await countPerson(options, context, userId) }]);
    const kept = await db.read(context, (tx) => findAnswer(tx, requestId, phase));
    if (kept) return kept;
    const { events, audit } = await erasePerson(options, context, userId);
    const response = answered([{ category: 'events', count: events }, { category: 'audit_events', count: audit }]);
    await db.transact(context, (tx) => keepAnswer(tx, requestId, phase, response));
    return response;
  }

  const nothing = async (): Promise<SubjectResponse> => answered([]);

  return serveRpc('platform.datasubject.v1.DataSubject', {
    Deactivate: nothing,
    Reactivate: nothing,
    Erase: erase,
    async* Export({ tenantId, userId }): AsyncGenerator<ExportSection> {
      if (!userId) return;
      for (const channel of ['events', 'audit'] as const) {
        for (let page: PersonEvent[] = [], after = 0; ; after = page.at(-1)?.seq ?? after) {
          page = await db.read(contextOf(tenantId), (tx) => listPersonEvents(tx, channel, userId, after, pageSize));
          if (page.length > 0) yield { section: sections[channel], json: JSON.stringify(page.map(({ event }) => event)) };
          if (page.length < pageSize) break;
        }
      }
    },
  }, { Deactivate: callers, Reactivate: callers, Erase: callers, Export: callers });
}
