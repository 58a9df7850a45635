import { rpcDefinition } from '@platform/protos';
import type { RpcServiceName } from '@platform/protos';
import { problem } from '@platform/kit/problem';

interface MethodDefinition {
  requestSerialize(value: object): Buffer;
  requestDeserialize(bytes: Buffer): Record<string, unknown>;
  responseSerialize(value: object): Buffer;
  responseDeserialize(bytes: Buffer): Record<string, unknown>;
}

/** Reads a message of a method from JSON: absent fields have their defaults, unknown ones are dropped. @throws 400 */
export function messageFrom(
  service: RpcServiceName,
  rpc: string,
  kind: 'request' | 'response',
  json: object,
): Record<string, unknown> {
  const definition = (rpcDefinition(service) as unknown as Record<string, MethodDefinition>)[rpc];
  if (!definition) throw new Error(`${service} has no method ${rpc}`);
  try {
    return kind === 'request'
      ? definition.requestDeserialize(definition.requestSerialize(json))
      : definition.responseDeserialize(definition.responseSerialize(json));
  } catch (cause) {
    throw problem('malformed_request', { detail: `not a ${kind} of ${rpc}`, cause });
  }
}

/** A message as JSON: bytes are base64. */
export const jsonOf = (message: object): string =>
  JSON.stringify(message, (_name, value: unknown) => {
    const { type, data } = (value ?? {}) as { type?: unknown; data?: unknown };
    return type === 'Buffer' && Array.isArray(data)
      ? Buffer.from(data as number[]).toString('base64')
      : value;
  });
