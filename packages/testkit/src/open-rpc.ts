import { createRequire } from 'node:module';
import { Client, credentials, loadPackageDefinition } from '@grpc/grpc-js';
import type { ServiceError } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { service as health } from 'grpc-health-check';

const require = createRequire(import.meta.url);
const clientOf = (port: number): Client =>
  new Client(`127.0.0.1:${port}`, credentials.createInsecure());

/**
 * Returns the `grpc.health.v1` status of a service, requested without a token; the gRPC status if
 * the call fails.
 */
export async function rpcHealthAt(port: number, service = ''): Promise<string | number> {
  const client = clientOf(port);
  const { path, requestSerialize, responseDeserialize } = health['Check']!;
  try {
    return await new Promise((resolve) =>
      client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        { service },
        (error, answer) => resolve(error ? error.code : (answer as { status: string }).status),
      ),
    );
  } finally {
    client.close();
  }
}

interface Reflection {
  serverReflectionInfo(): NodeJS.EventEmitter & { write(request: object): void; end(): void };
  close(): void;
}

/** Lists the services that gRPC reflection reports, requested without a token. */
export async function reflectedServicesAt(port: number): Promise<string[]> {
  const file = require.resolve('@grpc/reflection/build/proto/grpc/reflection/v1/reflection.proto');
  const { grpc } = loadPackageDefinition(loadSync(file)) as unknown as {
    grpc: { reflection: { v1: { ServerReflection: new (...args: unknown[]) => Reflection } } };
  };
  const client = new grpc.reflection.v1.ServerReflection(
    `127.0.0.1:${port}`,
    credentials.createInsecure(),
  );
  const call = client.serverReflectionInfo();
  try {
    const { listServicesResponse } = await new Promise<{
      listServicesResponse: { service: { name: string }[] };
    }>((resolve, reject) => {
      call.on('data', resolve).on('error', reject);
      call.write({ listServices: '' });
    });
    return listServicesResponse.service.map(({ name }) => name);
  } finally {
    call.end();
    client.close();
  }
}

/** Returns the gRPC status of a call without a token. */
export async function tokenlessStatus(port: number, path: string): Promise<number | undefined> {
  const client = clientOf(port);
  try {
    return await new Promise((resolve) =>
      client.makeUnaryRequest(
        path,
        () => Buffer.alloc(0),
        (bytes) => bytes,
        {},
        (error: ServiceError | null) => resolve(error?.code),
      ),
    );
  } finally {
    client.close();
  }
}
