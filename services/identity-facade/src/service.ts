import { service } from '@platform/kit/service';
import { composeIdentityFacade } from './compose/identity-facade.ts';
import type { IdentityFacadeOptions } from './compose/test-options.ts';
import { identityFacadeShape } from './config.ts';
import { hashingFaults } from './passwords/hashing-floor.ts';

/** Login experience, login flows and credentials. Tests pass `options`. */
export const identityFacadeService = (options: IdentityFacadeOptions = {}) =>
  service({
    name: 'identity-facade',
    schema: 'identity',
    migrations: new URL('../migrations/', import.meta.url),
    config: identityFacadeShape,
    agree: hashingFaults,
    compose: (platform, config) => composeIdentityFacade(platform, config, options),
  });

export const identityFacade = identityFacadeService();
