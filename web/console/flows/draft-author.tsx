import { useQuery } from '@tanstack/react-query';
import { auditRecords } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { apiQuery } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { useAuditWords } from '../audit/audit-words.ts';
import { isSaveAt } from './draft-saves.ts';

/** The latest changes of login flows. They are read once for each time at which the draft was saved. */
const recentChangesQuery = (savedAt: string) =>
  apiQuery('auditRecordList', [{ operationId: 'loginFlow*', savedAt }], (api, options) =>
    auditRecords(api).list({
      operationId: 'loginFlow*',
      outcome: 'success',
      limit: 20,
      ...options,
    }),
  );

/** Who saved the draft, for those who may read the audit log; it follows a save by some seconds. */
export function DraftAuthor({ savedAt }: { savedAt: string }) {
  const say = useSay('flows');
  const session = useSession();
  const { actorOf } = useAuditWords();
  const query = useQuery({
    ...recentChangesQuery(savedAt),
    enabled: mayCall(session, 'auditRecordList'),
    refetchInterval: ({ state }) =>
      state.data?.value.data.some((record) => isSaveAt(record, savedAt)) ? false : 10_000,
  });
  const record = query.data?.value.data.find((one) => isSaveAt(one, savedAt));
  return record ? <> · {say('draft.by', { name: actorOf(record.actor) })}</> : null;
}
