import { sharedToken } from '@platform/data-lifecycle/data-subject';
import { EgressFailed, ResponseTooLarge } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import type { ObjectStore } from '@platform/kit/objects';
import { partKey } from './access-objects.ts';
import type { RequestPlace } from './access-objects.ts';
import type { AccessPeer, AccessPartRecord } from './access-store.ts';

/** Durations in milliseconds. */
export interface FanoutOptions {
  egress: Pick<Egress, 'stream'>;
  /** Base URLs, without a trailing slash. */
  peers: Readonly<Record<AccessPeer, string>>;
  /** The bearer token, or `file:PATH`. */
  token: string;
  timeoutMs: number;
  maxPartBytes: number;
}

/** The result of asking one service. */
export type FetchedPart = Pick<AccessPartRecord, 'peer' | 'status' | 'bytes' | 'sha256' | 'error'>;

/** Answers without data are short; longer ones are not inspected. */
const inspectedBytes = 64 * 1024;

const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** Whether the answer says that the service has no data about the person. */
export function isEmptyAnswer(text: string): boolean {
  try {
    const { sections } = JSON.parse(text) as { sections?: unknown };
    return typeof sections === 'object' && sections !== null
      ? Object.values(sections).every(isNothing)
      : false;
  } catch {
    return false;
  }
}

/** Passes a body through and keeps its beginning. */
function inspected(body: AsyncIterable<Uint8Array>) {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  return {
    async *content(): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes <= inspectedBytes) kept.push(chunk);
        yield chunk;
      }
    },
    isEmpty: () => bytes <= inspectedBytes && isEmptyAnswer(Buffer.concat(kept).toString('utf8')),
  };
}

const failed = (peer: AccessPeer, error: string): FetchedPart => ({
  peer,
  status: 'failed',
  bytes: null,
  sha256: null,
  error,
});
const empty = (peer: AccessPeer): FetchedPart => ({
  peer,
  status: 'empty',
  bytes: null,
  sha256: null,
  error: null,
});

async function fetchAnswer(
  { egress, peers, token, timeoutMs, maxPartBytes }: FanoutOptions,
  { store, place, subjectId, signal }: PartQuestion,
  peer: AccessPeer,
): Promise<FetchedPart> {
  const answer = await egress.stream({
    tenantId: place.tenantId,
    method: 'GET',
    isOwn: true,
    url: `${peers[peer]}/admin/dsar/${encodeURIComponent(subjectId)}`,
    headers: {
      authorization: `Bearer ${sharedToken(token)}`,
      'x-platform-tenant': place.tenantId,
      'x-request-id': place.id,
      accept: 'application/json',
    },
    maxResponseBytes: maxPartBytes,
    idleTimeoutMs: timeoutMs,
    signal,
  });
  if (answer.status !== 200) {
    answer.discard();
    return answer.status === 404 ? empty(peer) : failed(peer, `status_${answer.status}`);
  }
  const body = inspected(answer.body);
  const key = partKey(place, peer);
  const { size, sha256 } = await store.put(key, body.content(), {
    contentType: 'application/json',
    signal,
  });
  if (!body.isEmpty()) return { peer, status: 'ok', bytes: size, sha256, error: null };
  await store.delete(key);
  return empty(peer);
}

/** The person to ask about, and where to store the answer. */
export interface PartQuestion {
  store: ObjectStore;
  place: RequestPlace;
  subjectId: string;
  signal: AbortSignal;
}

/** Asks one service for its data about a person, and stores the raw answer. */
export async function fetchPart(
  options: FanoutOptions,
  question: PartQuestion,
  peer: AccessPeer,
): Promise<FetchedPart> {
  try {
    return await fetchAnswer(options, question, peer);
  } catch (error) {
    if (error instanceof EgressFailed) return failed(peer, error.code);
    if (error instanceof ResponseTooLarge) return failed(peer, 'too_large');
    throw error;
  }
}
