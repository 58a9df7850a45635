import type { ExportRequest, ExportSection, SubjectItem, SubjectRequest } from '@platform/protos';
import { serveDataSubject } from '@platform/data-lifecycle/data-subject';
import type { Database, TxContext, Tx } from '@platform/kit/database';
import type { RpcMount } from '@platform/kit/grpc';

/** The data that one area of this service stores about a person. */
export interface SubjectPart {
  /** Removes the data, or counts it (`dryRun`); undefined if there is none. */
  erase(tx: Tx, request: SubjectRequest): Promise<SubjectItem | undefined>;
  export(context: TxContext, request: ExportRequest): AsyncIterable<ExportSection>;
}

/** Serves `platform.datasubject.v1.DataSubject` for all areas of this service. */
export function accessDataSubject({
  db,
  parts,
}: {
  db: Database;
  parts: readonly SubjectPart[];
}): RpcMount {
  return serveDataSubject({
    peer: 'fga',
    db,
    erase: {
      atOnce: async (tx, request) => {
        const items: SubjectItem[] = [];
        for (const part of request.userId === '' ? [] : parts) {
          const item = await part.erase(tx, request);
          if (item) items.push(item);
        }
        return items.length > 0 ? { outcome: 'DONE', items } : { outcome: 'NOTHING_FOUND' };
      },
    },
    async *export(context, request) {
      if (request.userId !== '') for (const part of parts) yield* part.export(context, request);
    },
  });
}
