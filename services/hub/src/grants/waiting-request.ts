import { findArtifact } from './artifact-store.ts';

/** A request of an application that waits for its user. */
interface WaitingRequest {
  clientId: string;
  /** Seconds since the epoch. */
  startedAt: number;
}

/** Finds a request by the id of its login, for any browser: only what the address bar shows may be told of it. */
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
