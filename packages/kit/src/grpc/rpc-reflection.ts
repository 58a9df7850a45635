import { rpcPackage } from '@platform/protos';
import type { RpcServiceName } from '@platform/protos';
import type { OpenService } from './grpc-server.ts';

/**
 * `grpc.reflection.v1.ServerReflection`: tools such as grpcurl learn the methods from the server. For development; the library
 * is loaded only where it is asked for.
 */
export async function rpcReflection(services: readonly RpcServiceName[]): Promise<OpenService> {
  const { ReflectionService } = await import('@grpc/reflection');
  return new ReflectionService(rpcPackage(), { services: [...services] });
}
