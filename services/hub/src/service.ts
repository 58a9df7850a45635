import { service } from '@platform/kit/service';
import { agree, hubShape } from './config.ts';

/** The authorization server, and the owner of tenants, clients and IP rules. */
export const hub = service({
  name: 'hub',
  schema: 'hub',
  migrations: new URL('../migrations/', import.meta.url),
  config: hubShape,
  agree,
  compose: () => ({ mounts: [] }),
});
