import { queryOptions, skipToken } from '@tanstack/react-query';
import { isProblem, migrationSources } from '@platform/sdk';
import type { ImportDryRun, ImportJob } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const sourceQuery = apiQuery('migrationSourceGet', [], (api, options) =>
  migrationSources(api).get(options),
);

export const jobsQuery = (query: { cursor?: string }) =>
  apiQuery('migrationSourceListImportJobs', [query], (api, options) =>
    migrationSources(api).imports.list({ ...query, ...options }),
  );

export const latestJobQuery = apiQuery('migrationSourceGetLatestImportJob', [], (api, options) =>
  migrationSources(api).imports.getLatest(options),
);

export const jobQuery = (id: string) =>
  apiQuery('migrationSourceGetImportJob', [id], (api, options) =>
    migrationSources(api).imports.get(id, options),
  );

/** The last dry run of this page. It is made by a press, and kept until the page is left. */
export const dryRunQuery = queryOptions<ImportDryRun>({
  queryKey: ['dry run of the migration'],
  queryFn: skipToken,
});

export const jobReads = [
  'migrationSourceListImportJobs',
  'migrationSourceGetLatestImportJob',
  'migrationSourceGetImportJob',
] as const;

export const isRunning = ({ state }: Pick<ImportJob, 'state'>): boolean =>
  state === 'PENDING' || state === 'RUNNING';

/** Whether there is no source, or no import, yet. */
export const isNoneYet = (error: unknown): boolean => isProblem(error, 'not_found');
