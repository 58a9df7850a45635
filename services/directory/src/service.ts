import { service } from '@platform/kit/service';
import { composeDirectory } from './compose/directory.ts';
import { directoryConfig } from './config.ts';

/** Users and organizations. */
export const directory = service({
  name: 'directory',
  schema: 'directory',
  migrations: new URL('../migrations/', import.meta.url),
  config: directoryConfig,
  compose: composeDirectory,
});
