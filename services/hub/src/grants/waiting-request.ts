import { findArtifact } from './artifact-store.ts';

/** An authorization request whose sign-in is not complete. */
interface WaitingRequest {
  clientId: string;
  /** Seconds since the epoch. */
  startedAt: number;
}

/** Finds a request by the id of its login. Any browser that knows the URL can read it, so it returns only what is not confidential. */
export async function findWaitingRequest(
  reader: Parameters<typeof findArtifact>[0],
  uid: string,
): Promise<WaitingRequest | undefined> {
  const found = await findArtifact(reader, { model: 'Interaction', id: uid });
  const { client_id: clientId } = (found?.['params'] ?? {}) as Record<string, unknown>;
  return typeof clientId === 'string'
    ? { clientId, startedAt: Number(found?.['iat'] ?? 0) }
    : undefined;
}
