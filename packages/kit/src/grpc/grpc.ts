export { rpcPeer } from './grpc-client.ts';
export type { RpcClient, RpcOptions, RpcPeer } from './grpc-client.ts';
export { listenRpc, serveRpc, serveSomeRpc } from './grpc-server.ts';
export type { CallObservation } from './call-observation.ts';
export type {
  OpenService,
  RpcAuthenticate,
  RpcCall,
  RpcHandlers,
  RpcMount,
  RpcServer,
} from './grpc-server.ts';
export { rpcHealth } from './rpc-health.ts';
export { rpcReflection } from './rpc-reflection.ts';
export { rpcContext, rpcRunner } from './rpc-runner.ts';
export type { RpcAuditNotes, RpcRunner, RpcRunnerOptions, RpcWrite } from './rpc-runner.ts';
export { fromSibling, fromStatus, toStatus } from './grpc-status.ts';
