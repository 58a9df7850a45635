import { failure } from '@platform/command-line/failure';
import { ConfigurationError, readConfiguration } from '@platform/configuration';
import type { Configuration, ReadOptions } from '@platform/configuration';

/** Runs work on files, and reports their faults by file, line and column. */
export async function withFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { problems } = error;
    const count = problems.length === 1 ? '1 fault' : `${problems.length} faults`;
    throw failure('error', `${count} in the files. Nothing was sent.\n${error.message}`, error);
  }
}

/** Reads the files of a folder. */
export const configurationIn = (folder: string, options: ReadOptions): Promise<Configuration> =>
  withFaults(async () => {
    try {
      return await readConfiguration(folder, options);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw failure('usage', `There is no folder ${folder}.`, error);
    }
  });
