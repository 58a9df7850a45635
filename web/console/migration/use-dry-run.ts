import { useQueryClient } from '@tanstack/react-query';
import { migrationSources } from '@platform/sdk';
import type { ImportDryRun, ImportJob } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { dryRunQuery } from './migration-queries.ts';

const isDryRun = (value: ImportDryRun | ImportJob): value is ImportDryRun => 'rowsRead' in value;

/** Reads the source without writing anything. The result stays for the other steps. */
export function useDryRun() {
  const queryClient = useQueryClient();
  return useWrite(
    (api, _: undefined, key) => migrationSources(api).imports.start({ dryRun: true, ...key }),
    {
      refreshes: [],
      onDone(value) {
        if (isDryRun(value)) queryClient.setQueryData(dryRunQuery.queryKey, value);
      },
    },
  );
}
