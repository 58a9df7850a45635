import { resealing } from '@platform/kit/resealing';
import { service } from '@platform/kit/service';
import { sealedWebhookSecrets } from './applications/claims-webhooks.ts';
import { agree, hubShape } from './config.ts';
import { foundationOf } from './foundation.ts';
import { machineParts } from './machine.ts';
import { managementParts } from './management.ts';
import { sealedSigningKeys } from './signing-keys/key-generation.ts';

/** The authorization server, and the owner of tenants, clients and IP rules. */
export const hub = service({
  name: 'hub',
  schema: 'hub',
  migrations: new URL('../migrations/', import.meta.url),
  config: hubShape,
  agree,
  own(platform, config) {
    const { getTenant, keys } = foundationOf(platform, config);
    return { getTenant, fetchKeys: async () => (await keys.current()).published };
  },
  async compose(platform, config) {
    const management = managementParts(platform, config);
    const machine = await machineParts(platform, config);
    return {
      mounts: management.mounts,
      surfaces: [...machine.surfaces, ...management.surfaces],
      rpc: [...machine.rpc, ...management.rpc],
      singletons: [resealing(platform, [sealedWebhookSecrets, sealedSigningKeys])],
      workers: [...machine.workers, ...management.workers],
      ready: machine.ready,
    };
  },
});
