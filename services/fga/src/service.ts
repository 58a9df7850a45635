import { service } from '@platform/kit/service';
import { fgaConfig } from './config.ts';

/** Who may do what: fine-grained authorization, roles, elevation, policies, entitlements, token claims. */
export const fga = service({
  name: 'fga',
  schema: 'access',
  migrations: new URL('../migrations/', import.meta.url),
  config: fgaConfig,
  compose: () => ({ mounts: [], rpc: [], workers: [] }),
});
