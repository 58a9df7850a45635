import type { fgaTupleOperations } from '@platform/contracts';
import type { Handlers } from '@platform/kit/http';
import type { RelationEngine } from '@platform/relations';
import { auditedWrite, digestOf } from './tuple-audit.ts';

export const tupleHandlers = ({
  tuples,
}: Pick<RelationEngine, 'tuples'>): Handlers<typeof fgaTupleOperations> => ({
  fgaTuplesRead: ({ tx, query }) => tuples.read(tx, query),

  async fgaTuplesWrite({ tx, body, audit }) {
    const { keys, ...outcome } = await tuples.write(tx, body, 'api');
    audit({ details: auditedWrite({ ...outcome, keys }) });
    return outcome;
  },

  async fgaTuplesImport({ tx, body, audit }) {
    const outcome = await tuples.import(tx, body);
    const { keys, written: imported, skipped, revision, consistencyToken } = outcome;
    audit({ details: { imported, skipped, digest: digestOf(keys) } });
    return { imported, skipped, revision, consistencyToken };
  },

  async fgaTuplesDeleteByFilter({ tx, body, audit }) {
    const { keys, ...outcome } = await tuples.deleteByFilter(tx, body);
    const { dryRun } = body;
    audit({ details: { deleted: dryRun ? 0 : keys.length, dryRun, digest: digestOf(keys) } });
    return { deleted: keys.length, ...outcome };
  },

  fgaChangesList: ({ tx, query }) => tuples.changes(tx, query),
});
