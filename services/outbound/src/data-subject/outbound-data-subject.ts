import type { ExportSection, SubjectRequest } from '@platform/protos';
import { serveDataSubject, subjectKeysOf } from '@platform/data-lifecycle/data-subject';
import type { DataSubjectOptions, SubjectAnswer } from '@platform/data-lifecycle/data-subject';
import type { Database, TxContext } from '@platform/kit/database';
import type { RpcMount } from '@platform/kit/grpc';
import { countPerson, erasePerson } from './erase-person.ts';
import type { ErasureOptions } from './erase-person.ts';
import { listPersonEvents } from './person-events.ts';
import type { EventSubject, PersonEvent } from './person-events.ts';

const pageSize = 200;
const sections = { events: 'events', audit: 'audit_events' } as const;

const answered = (counts: { category: string; count: number }[]): SubjectAnswer => {
  const items = counts
    .filter(({ count }) => count > 0)
    .map((item) => ({ ...item, action: 'ANONYMIZED' }));
  return items.length > 0 ? { outcome: 'DONE', items } : { outcome: 'NOTHING_FOUND' };
};

async function* eventsOf(
  db: Database,
  context: TxContext,
  person: EventSubject,
): AsyncGenerator<ExportSection> {
  for (const channel of ['events', 'audit'] as const) {
    for (let page: PersonEvent[] = [], after = 0; ; after = page.at(-1)?.seq ?? after) {
      page = await db.read(context, (tx) => listPersonEvents(tx, channel, person, after, pageSize));
      if (page.length > 0)
        yield { section: sections[channel], json: JSON.stringify(page.map(({ event }) => event)) };
      if (page.length < pageSize) break;
    }
  }
}

const personOf = ({
  userId,
  identifiers,
}: Pick<SubjectRequest, 'userId' | 'identifiers'>): EventSubject => ({
  userId,
  emails: identifiers.flatMap(({ type, value }) => (type === 'email' && value ? [value] : [])),
  keys: subjectKeysOf(identifiers),
});

const isNamed = ({ userId, keys }: EventSubject): boolean => userId !== '' || keys.length > 0;

/**
 * The data subject requests about one person. Events name people by platform id, or by the key that
 * a consent was recorded under.
 */
export const outboundDataSubject = (
  options: ErasureOptions & Pick<DataSubjectOptions, 'db'>,
): RpcMount =>
  serveDataSubject({
    peer: 'outbound',
    db: options.db,
    erase: {
      async inSteps(context, request: SubjectRequest) {
        const person = personOf(request);
        if (!isNamed(person)) return answered([]);
        if (request.dryRun)
          return answered([
            { category: 'events', count: await countPerson(options, context, person) },
          ]);
        const { events, audit } = await erasePerson(options, context, person);
        return answered([
          { category: 'events', count: events },
          { category: 'audit_events', count: audit },
        ]);
      },
    },
    async *export(context, request) {
      const person = personOf(request);
      if (isNamed(person)) yield* eventsOf(options.db, context, person);
    },
  });
