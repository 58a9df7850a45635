import { randomBytes } from 'node:crypto';

export interface ContainerServer {
  url: string;
  port: number;
  stop(): Promise<void>;
}

/** Whether servers should, and can, run in containers. */
export const containerEngine = async (
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<boolean> => {
  if (env.TEST_INFRA !== 'containers') return false;
  try {
    const { getContainerRuntimeClient } = await import('testcontainers');
    await getContainerRuntimeClient();
    return true;
  } catch {
    log(
      'TEST_INFRA=containers is set, but no Docker engine is available, so the embedded servers are used instead.',
    );
    return false;
  }
};

export const startPostgresContainer = async (
  env: NodeJS.ProcessEnv,
  database = 'postgres',
): Promise<ContainerServer> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const password = randomBytes(12).toString('hex');
  const container = await new GenericContainer(env.TEST_POSTGRES_IMAGE ?? 'postgres:15')
    .withEnvironment({ POSTGRES_PASSWORD: password, POSTGRES_DB: database })
    .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off'])
    .withExposedPorts(5432)
    // The image starts its server twice: first for the setup, then for good.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  const port = container.getMappedPort(5432);
  return {
    url: `postgres://postgres:${password}@${container.getHost()}:${port}/${database}`,
    port,
    stop: async () => void (await container.stop()),
  };
};

export const startNatsContainer = async (env: NodeJS.ProcessEnv): Promise<ContainerServer> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(env.TEST_NATS_IMAGE ?? 'nats:2.10')
    .withCommand(['-js'])
    .withExposedPorts(4222)
    .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
    .start();
  const port = container.getMappedPort(4222);
  return {
    url: `nats://${container.getHost()}:${port}`,
    port,
    stop: async () => void (await container.stop()),
  };
};
