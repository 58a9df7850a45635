/** Name, ports and schema of a process. */
export interface ServiceEntry<S extends string | null = string | null> {
  /** Kubernetes service account in its projected tokens. */
  account: string;
  /** Default ports: HTTP, metrics and health, gRPC (the gateway serves none). */
  ports: { http: number; admin: number; rpc: number };
  /** Schema in PostgreSQL; null: no database. */
  schema: S;
  /** Stores data of tenants: purges it after a tenant is deleted, and publishes `tenant.purged`. */
  purgesTenants: boolean;
}

const entry = <S extends string | null>(
  account: string,
  http: number,
  schema: S,
): ServiceEntry<S> => ({
  account,
  ports: { http, admin: http + 1_000, rpc: http + 1_100 },
  schema,
  purgesTenants: schema !== null,
});

/** Every process of the platform, by its name, which is also the audience of its gRPC. */
export const services = {
  gateway: entry('product-api', 8082, null),
  hub: entry('hub', 8080, 'hub'),
  directory: entry('directory', 8085, 'directory'),
  outbound: entry('outbound', 8086, 'outbound'),
  fga: entry('fga', 8084, 'access'),
  'identity-facade': entry('identity-service', 8081, 'identity'),
  compliance: entry('compliance', 8083, 'compliance'),
} as const satisfies Record<string, ServiceEntry>;

/** The name of a process. */
export type ServiceName = keyof typeof services;

/** A bounded context: a process with operations of its own. */
export type ContextName = Exclude<ServiceName, 'gateway'>;

/** The bounded contexts. */
export const contextNames = (Object.keys(services) as ServiceName[]).filter(
  (name): name is ContextName => name !== 'gateway',
);

/**
 * The contexts that each process calls by gRPC. A process cannot reach any other: its client
 * throws, it has no token for it, and the NetworkPolicies of `deploy/k8s` block it.
 */
export const rpcSiblings = {
  gateway: ['hub', 'fga', 'directory'],
  hub: ['directory', 'outbound', 'fga', 'identity-facade', 'compliance'],
  directory: ['hub', 'fga', 'identity-facade', 'compliance'],
  outbound: ['hub'],
  fga: ['hub', 'directory', 'outbound'],
  'identity-facade': ['hub', 'directory', 'outbound', 'compliance'],
  compliance: ['hub', 'directory', 'identity-facade', 'fga', 'outbound'],
} as const satisfies Record<ServiceName, readonly ContextName[]>;
