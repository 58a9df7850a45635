import { contextNames, services } from '@platform/contracts';
import { freePorts } from './ports.ts';

/** Every process of the platform. */
export const SERVICES = [...contextNames, 'gateway'] as const;
export type PortedService = (typeof SERVICES)[number];

export interface ServicePorts {
  http: number;
  /** Metrics and health. */
  admin: number;
  /** The gateway listens on none. */
  grpc: number;
}

export type PlatformPorts = Record<PortedService, ServicePorts> & {
  postgres: number;
  nats: number;
  cluster: number;
  smtp: number;
  /** The page that shows mail. */
  inbox: number;
  /** The demo application. */
  application: number;
  /** The hosts of tenants: hub and API. */
  edge: number;
  /** The same over TLS. */
  tls: number;
};

/**
 * Usual admin ports are a thousand above the HTTP ports: on one machine they move a little further, so that platforms whose offsets
 * differ by a multiple of 200 share no port.
 */
const ADMIN_DISTANCE = 30;

const PER_SERVICE = 3;
const BESIDES = 8;

/** The edge has the usual port of the hub, which listens beside it. */
const HUB_PORT = services.hub.ports.http - 1;

const assemble = (take: (wanted: number) => number): PlatformPorts => ({
  ...(Object.fromEntries(
    SERVICES.map((name) => {
      const { http, admin, rpc } = services[name].ports;
      const own = name === 'hub' ? HUB_PORT : http;
      return [name, { http: take(own), admin: take(admin + ADMIN_DISTANCE), grpc: take(rpc) }];
    }),
  ) as Record<PortedService, ServicePorts>),
  postgres: take(7401),
  nats: take(7402),
  cluster: take(7403),
  smtp: take(7404),
  inbox: take(8025),
  application: take(8090),
  edge: take(services.hub.ports.http),
  tls: take(8443),
});

/** The usual ports of one machine, each moved by the offset. */
export const portsAt = (offset: number): PlatformPorts => assemble((port) => port + offset);

/** Free ports, so that platforms can run side by side. */
export const anyPorts = async (): Promise<PlatformPorts> => {
  const free = await freePorts(SERVICES.length * PER_SERVICE + BESIDES);
  return assemble(() => free.pop() as number);
};
