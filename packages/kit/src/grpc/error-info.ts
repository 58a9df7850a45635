import type { Metadata } from '@grpc/grpc-js';
import { problems } from '@platform/contracts';
import type { FieldError, ProblemCode } from '@platform/contracts';
import { rpcMessage } from '@platform/protos';
import { problem } from '../problem/problem.ts';
import type { Problem } from '../problem/problem.ts';

const header = 'grpc-status-details-bin';
const typeUrl = 'type.googleapis.com/google.rpc.ErrorInfo';
const domain = 'platform';
/** Clients reject trailers over 8 KiB. */
const maxErrorsBytes = 4_096;
const maxMembersBytes = 1_024;

/** Returns as many leading entries as fit into the trailers. */
function fitting(errors: readonly FieldError[]): FieldError[] {
  let bytes = 2;
  const end = errors.findIndex(
    (error) => (bytes += Buffer.byteLength(JSON.stringify(error)) + 1) > maxErrorsBytes,
  );
  return end === -1 ? [...errors] : errors.slice(0, end);
}

const read = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Adds a problem to the trailers (google.rpc.Status in `grpc-status-details-bin`): one
 * google.rpc.ErrorInfo with the code as `reason`; `metadata.errors` and `metadata.members` are
 * JSON, as far as they fit.
 */
export function putErrorInfo(
  metadata: Metadata,
  { code, message }: { code: number; message: string },
  { code: reason, details: { errors = [], members } }: Problem,
): void {
  const kept = fitting(errors);
  const told = members && JSON.stringify(members);
  const more = {
    ...(kept.length > 0 ? { errors: JSON.stringify(kept) } : {}),
    ...(told && Buffer.byteLength(told) <= maxMembersBytes ? { members: told } : {}),
  };
  const value = rpcMessage('google.rpc.ErrorInfo').serialize({ reason, domain, metadata: more });
  metadata.set(
    header,
    rpcMessage('google.rpc.Status').serialize({
      code,
      message,
      details: [{ type_url: typeUrl, value }],
    }),
  );
}

/** Returns the problem in the trailers; undefined if there is none of the closed list. */
export function problemOf(metadata: Metadata | undefined, cause: unknown): Problem | undefined {
  const bytes = metadata?.get(header)[0];
  if (!(bytes instanceof Buffer)) return undefined;
  try {
    const { message, details } = rpcMessage('google.rpc.Status').deserialize(bytes);
    for (const { type_url: type, value } of details) {
      if (type !== typeUrl) continue;
      const info = rpcMessage('google.rpc.ErrorInfo').deserialize(value);
      if (info.domain !== domain || !Object.hasOwn(problems, info.reason)) continue;
      const [errors, members] = [read(info.metadata['errors']), read(info.metadata['members'])];
      return problem(info.reason as ProblemCode, {
        detail: message,
        cause,
        ...(Array.isArray(errors) ? { errors: errors as FieldError[] } : {}),
        ...(members ? { members: members as Record<string, unknown> } : {}),
      });
    }
  } catch {
    /* The trailers are in another format. */
  }
  return undefined;
}
