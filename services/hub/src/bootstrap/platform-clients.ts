import { selfScopes, webClientId } from '@platform/contracts';
import { tenantScopes } from '../applications/seeded-applications.ts';
import type { SeededApplication } from '../applications/seeded-applications.ts';

const loginScopes = ['openid', 'profile', 'email', 'offline_access'];
const device = 'urn:ietf:params:oauth:grant-type:device_code';
const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** The platform clients, which every installation has in the default tenant. */
export const platformClients: readonly (SeededApplication & { isPlatform: true })[] = [
  {
    clientId: webClientId,
    name: 'Console',
    type: 'web',
    isPlatform: true,
    // Relative to the issuer of each tenant.
    settings: { redirectUris: ['/web/callback'] },
    allowedScopes: [...loginScopes, ...selfScopes, ...tenantScopes],
  },
  {
    clientId: 'platform-cli',
    name: 'Command line',
    type: 'device',
    isPlatform: true,
    settings: { grantTypes: [device, 'refresh_token'] },
    allowedScopes: [
      ...loginScopes,
      ...tenantScopes,
      'platform:tenants.read',
      'platform:tenants.write',
    ],
  },
  {
    clientId: 'delegation-issuer',
    name: 'Support access',
    type: 'm2m',
    isPlatform: true,
    settings: { grantTypes: [exchange] },
    allowedScopes: ['openid', 'platform:tenants.delegate'],
  },
  {
    clientId: 'product-api-internal',
    name: 'Management API',
    type: 'm2m',
    isPlatform: true,
    allowedScopes: ['platform:tenants.read'],
  },
  {
    clientId: 'broker-provisioner',
    name: 'Provisioning',
    type: 'm2m',
    isPlatform: true,
    allowedScopes: ['platform:tenants.read', 'platform:tenants.write'],
  },
];
