import { service } from '@platform/kit/service';
import { composeDirectory } from './compose/directory.ts';
import type { DirectoryOptions } from './compose/test-options.ts';
import { directoryConfig } from './config.ts';

/** Users, organizations, directories and migration. Tests replace parts with `options`. */
export const directoryService = (options: DirectoryOptions = {}) =>
  service({
    name: 'directory',
    schema: 'directory',
    migrations: new URL('../migrations/', import.meta.url),
    config: directoryConfig,
    compose: (platform, config) => composeDirectory(platform, config, options),
  });

/** The service in production. */
export const directory = directoryService();
