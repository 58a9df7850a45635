import { readFileSync } from 'node:fs';
import { cursors } from '../database/database.ts';
import { egress } from '../egress/egress.ts';
import { rpcRunner } from '../grpc/grpc.ts';
import { idempotencyStore } from '../http/http.ts';
import type { Platform } from './service-definition.ts';

type Resources = Omit<Platform, 'trust' | 'gateway' | 'cursors' | 'rpcRunner' | 'egress'>;

/**
 * Builds the platform of a service without trust, which may need what the service itself provides.
 */
export function platformBase(resources: Resources): Omit<Platform, 'trust' | 'gateway'> {
  const { name, db, secrets, log, common } = resources;
  return {
    ...resources,
    cursors: cursors(...secrets.deriveKeys(`${name} cursors`)),
    rpcRunner: rpcRunner({
      db,
      idempotency: idempotencyStore(secrets),
      onAuditLost: (error) =>
        log.error({ err: error }, 'the audit record of a call could not be published'),
    }),
    egress: (profile, more = {}) =>
      egress({
        profile,
        platformDomain: common.platformDomain,
        allowedNetworks: common.allowedNetworks,
        deniedNetworks: common.deniedNetworks,
        ...(common.proxyUrl ? { proxyUrl: common.proxyUrl } : {}),
        ...(common.extraCaPath ? { extraCa: readFileSync(common.extraCaPath, 'utf8') } : {}),
        ...more,
      }),
  };
}
