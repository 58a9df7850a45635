import { fga } from '@platform/sdk';
import type { WriteTuplesRequest } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { tupleReads } from './relation-queries.ts';

/** Writes and deletes tuples. */
export const useTupleWrite = (onDone?: () => void) =>
  useWrite((api, body: WriteTuplesRequest, key) => fga(api).tuples.write(body, key), {
    refreshes: tupleReads,
    onDone,
  });
