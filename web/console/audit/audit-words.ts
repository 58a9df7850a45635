import type { AuditRecord } from '@platform/sdk';
import type { WriteOperationId } from '../../generated/operations.ts';
import { requests } from '../../generated/requests.ts';
import { useSession } from '../../client/session-query.ts';
import { useSay } from '../../kit/words/words-context.ts';
import type { Areas } from '../../messages/areas.ts';

/** Operations of the platform itself have words, too. */
type Named = WriteOperationId | keyof Areas['operations'];

/** Every operation that changes something has words: without them, this does not compile. */
const nameIn = (say: (id: Named) => string, id: Named): string => say(id);

/** The sentence of the API reference, which exists in English. */
const summaryOf = (operationId: string): string | undefined =>
  (requests as Readonly<Record<string, { summary: string } | undefined>>)[operationId]?.summary;

/** Writes records in words. */
export function useAuditWords() {
  const say = useSay('audit');
  const sayOperation = useSay('operations');
  const { user } = useSession();
  return {
    operationOf: (id: string): string =>
      sayOperation.has(id) ? nameIn(sayOperation, id) : (summaryOf(id) ?? id),
    actorOf: ({ type, id, name, email }: AuditRecord['actor']): string => {
      if (id === user.id) return say('actor.you');
      return name ?? email ?? say(`actor.${type}`);
    },
  };
}
