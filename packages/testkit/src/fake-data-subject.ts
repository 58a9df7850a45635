import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import type { SubjectRequest } from '@platform/protos';

/** What a stub was asked about a person. */
export interface AskedSubject extends SubjectRequest {
  method: 'Deactivate' | 'Reactivate' | 'Erase';
}

/** A stub's part of erasures: it keeps no data, and knows what it was asked. */
export interface TestDataSubject {
  /** What was asked, in order; questions of a dry run too. */
  asked: readonly AskedSubject[];
  /** Blocks erasures of a person for this reason until it is called with undefined. */
  setBlocked(userId: string, reason: string | undefined): void;
  /** Keeps the next answers about a person back until they are released. */
  keepBack(userId: string): { isAsked(): boolean; release(): void };
  /** What `Export` tells of a person. */
  setSections(userId: string, sections: Record<string, unknown>): void;
}

/** A stub of `platform.datasubject.v1.DataSubject`, to be mounted in a fake sibling; `check` throws while that is away. */
export function testDataSubject(
  peer: string,
  check: () => void,
): TestDataSubject & { mount: RpcMount } {
  const asked: AskedSubject[] = [];
  const blocked = new Map<string, string>();
  const kept = new Map<string, { asked: boolean; released: Promise<void> }>();
  const exported = new Map<string, Record<string, unknown>>();
  const answer = (method: AskedSubject['method']) => async (request: SubjectRequest) => {
    check();
    asked.push({ ...request, method });
    const waiting = request.dryRun ? undefined : kept.get(request.userId);
    if (waiting) {
      waiting.asked = true;
      await waiting.released;
    }
    const reason = blocked.get(request.userId);
    if (reason !== undefined && method !== 'Reactivate')
      return { peer, outcome: 'BLOCKED' as const, blockedReason: reason };
    const items = [{ category: `${peer} rows`, action: 'DELETED', count: 1 }];
    return { peer, outcome: 'DONE' as const, items, completedAt: new Date().toISOString() };
  };
  const mount = serveRpc(
    'platform.datasubject.v1.DataSubject',
    {
      Deactivate: answer('Deactivate'),
      Reactivate: answer('Reactivate'),
      Erase: answer('Erase'),
      async *Export({ userId }) {
        check();
        for (const [section, content] of Object.entries(exported.get(userId) ?? {}))
          yield { section, json: JSON.stringify(content) };
      },
    },
    {
      Deactivate: ['compliance'],
      Reactivate: ['compliance'],
      Erase: ['compliance'],
      Export: ['compliance'],
    },
  );
  return {
    mount,
    asked,
    setBlocked: (userId, reason) =>
      void (reason === undefined ? blocked.delete(userId) : blocked.set(userId, reason)),
    keepBack(userId) {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const waiting = { asked: false, released };
      kept.set(userId, waiting);
      return {
        isAsked: () => waiting.asked,
        release() {
          kept.delete(userId);
          release();
        },
      };
    },
    setSections: (userId, sections) => void exported.set(userId, sections),
  };
}
