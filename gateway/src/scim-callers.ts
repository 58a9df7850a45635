import type { ScimBearerDigest } from '@platform/kit/auth';
import { asyncCache } from '@platform/kit/cache';
import type { RpcPeer } from '@platform/kit/grpc';
import { asProblem } from '@platform/kit/problem';

/** The caller behind a SCIM bearer. */
export interface KnownScimBearer {
  tenantId: string;
  bearerId: string;
  /** Milliseconds. */
  expiresAt: number;
}

/** SCIM callers that the directory knows. */
export interface ScimCallers {
  /**
   * Finds a caller, at most ten seconds stale; undefined for a bearer that does not open this directory. @throws 503 if the
   * directory does not respond
   */
  find(directoryId: string, digest: ScimBearerDigest): Promise<KnownScimBearer | undefined>;
}

type Key = [directoryId: string, digest: ScimBearerDigest];

const keptMs = 10_000;

/** Asks the directory. Unknown bearers are not cached, so that a bearer works as soon as it is created. */
export function scimCallers({
  directory,
  now,
}: {
  directory: () => RpcPeer;
  now: () => number;
}): ScimCallers {
  async function fetch([directoryId, { lookup, sha256 }]: Key): Promise<
    KnownScimBearer | undefined
  > {
    try {
      const { tenantId, bearerId, expiresAt } = await directory()
        .service('platform.directory.v1.Directory')
        .AuthenticateScimBearer(
          { directoryId, lookup, tokenSha256: sha256 },
          { deadlineMs: 1_000, repeatable: true },
        );
      return { tenantId, bearerId, expiresAt: Date.parse(expiresAt) };
    } catch (error) {
      if (asProblem(error).code === 'not_found') return undefined;
      throw error;
    }
  }
  const known = asyncCache({
    fetch,
    keyOf: ([directoryId, { sha256 }]: Key) => `${directoryId} ${sha256.toString('hex')}`,
    ttlMs: (caller) => (caller ? keptMs : 0),
  });
  return {
    async find(...key) {
      const caller = await known.get(key);
      return caller && caller.expiresAt > now() ? caller : undefined;
    },
  };
}
