import type { ServiceCaller } from '@platform/kit/auth';
import type { EntitlementCache } from '@platform/siblings/entitlement';
import type { Cidr } from '@platform/kit/ip';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import type { Trust } from '@platform/kit/service';
import type { BodyTimes } from './body-deadline.ts';
import type { GatewayConfig } from './config.ts';
import type { ElevationStore } from './elevation-store.ts';
import type { Exchange } from './exchange.ts';
import type { Hosts } from './hosts.ts';
import type { IpRuleStore } from './ip-rule-store.ts';
import type { Limits } from './limits.ts';
import type { ScimCallers } from './scim-callers.ts';
import type { DenialAudit } from './denial-audit.ts';
import type { operationRoutes, surfaceFinder } from './routes.ts';
import type { Telemetry } from './telemetry.ts';
import type { Service } from './upstream/service.ts';
import type { WebSessions } from './web-sessions.ts';

/** The public documents. Paths are compared exactly: nothing is decoded. */
export interface Documents {
  has(rawPath: string): boolean;
  /** Answers a GET or HEAD of a path that is a document. */
  serve(x: Exchange): void;
}

/** The dependencies of the steps. */
export interface GatewayContext {
  config: GatewayConfig;
  log: Logger;
  metrics: Metrics;
  now: () => number;
  /** Callers reach the gateway over https. */
  isTls: boolean;
  trustedProxies: readonly Cidr[];
  bodyTimes: BodyTimes;
  trust: Trust;
  hosts: Hosts;
  match: ReturnType<typeof operationRoutes>['match'];
  routes: ReturnType<typeof operationRoutes>['routes'];
  findSurface: ReturnType<typeof surfaceFinder>;
  isInternalOpen: boolean;
  verifyInternalCaller: (token: string | undefined) => Promise<ServiceCaller>;
  documents: Documents;
  services: ReadonlyMap<string, Service>;
  limits: Limits;
  ipRules: IpRuleStore;
  entitlements: EntitlementCache;
  elevations: ElevationStore;
  scimCallers: ScimCallers;
  webSessions: WebSessions;
  audit: DenialAudit;
  telemetry: Telemetry;
}
