import type { AuditRecord } from '@platform/sdk';
import { requests } from '../../generated/requests.ts';
import { useSession } from '../../client/session-query.ts';
import { useSay } from '../../kit/words/words-context.ts';

/** Writes records in words. Operations have the sentence of the API reference, which exists in English. */
export function useAuditWords() {
  const say = useSay('audit');
  const { user } = useSession();
  return {
    operationOf: (operationId: string): string =>
      (requests as Readonly<Record<string, { summary: string } | undefined>>)[operationId]
        ?.summary ?? operationId,
    actorOf: ({ type, id, name, email }: AuditRecord['actor']): string => {
      if (id === user.id) return say('actor.you');
      return name ?? email ?? say(`actor.${type}`);
    },
  };
}
