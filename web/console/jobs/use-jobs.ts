import { useQuery } from '@tanstack/react-query';
import { mayCall } from '../../client/permissions.ts';
import type { Session } from '../../client/session.ts';
import { pollWhile } from '../../client/query.ts';
import { inOrder, isRunning } from './job-order.ts';
import {
  auditExportsQuery,
  bulkJobsQuery,
  importsQuery,
  objectExportsQuery,
  userExportsQuery,
} from './job-queries.ts';
import type { Job } from './job-queries.ts';

const some = ({ data }: { data: readonly Job['of'][] }): boolean =>
  data.some((of) => isRunning({ of } as Job));

/** Jobs of every kind that the user may see. A kind that cannot be read is left out. */
export function useJobs(session: Session): { jobs: Job[]; isLoading: boolean } {
  const poll = pollWhile(some);
  const bulk = useQuery({
    ...bulkJobsQuery,
    ...poll,
    enabled: mayCall(session, 'userBulkJobList'),
  });
  const users = useQuery({
    ...userExportsQuery,
    ...poll,
    enabled: mayCall(session, 'userExportList'),
  });
  const imports = useQuery({
    ...importsQuery,
    ...poll,
    enabled: mayCall(session, 'migrationSourceListImportJobs'),
  });
  const audit = useQuery({
    ...auditExportsQuery,
    ...poll,
    enabled: mayCall(session, 'auditExportList'),
  });
  const objects = useQuery({
    ...objectExportsQuery,
    ...poll,
    enabled: mayCall(session, 'fgaExportList'),
  });
  const jobs: Job[] = [
    ...(bulk.data?.value.data ?? []).map((of) => ({ kind: 'bulk' as const, of })),
    ...(users.data?.value.data ?? []).map((of) => ({ kind: 'users' as const, of })),
    ...(imports.data?.value.data ?? []).map((of) => ({ kind: 'import' as const, of })),
    ...(audit.data?.value.data ?? []).map((of) => ({ kind: 'audit' as const, of })),
    ...(objects.data?.value.data ?? []).map((of) => ({ kind: 'objects' as const, of })),
  ];
  const isLoading = [bulk, users, imports, audit, objects].some((query) => query.isLoading);
  return { jobs: inOrder(jobs), isLoading };
}
