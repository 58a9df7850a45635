import { service } from '@platform/kit/service';
import { composeHub } from './compose/hub.ts';
import { issuerContext } from './compose/issuer-context.ts';
import { hubConfigProblems, hubShape } from './config.ts';

/** The authorization server, and the owner of tenants, clients and IP rules. */
export const hub = service({
  name: 'hub',
  schema: 'hub',
  migrations: new URL('../migrations/', import.meta.url),
  config: hubShape,
  agree: hubConfigProblems,
  own(platform, config) {
    const { getTenant, keys } = issuerContext(platform, config);
    return { getTenant, fetchKeys: async () => (await keys.current()).published };
  },
  compose: (platform, config) => composeHub(platform, config),
});
