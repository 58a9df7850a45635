import { rpcPackage } from '@platform/protos';
import type { RpcServiceName } from '@platform/protos';
import type { OpenService } from './grpc-server.ts';

/**
 * Creates `grpc.reflection.v1.ServerReflection`, from which tools such as grpcurl learn the methods
 * of the server. For development; loads the library only when called.
 */
export async function rpcReflection(services: readonly RpcServiceName[]): Promise<OpenService> {
  const { ReflectionService } = await import('@grpc/reflection');
  return new ReflectionService(rpcPackage(), { services: [...services] });
}
