import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import type { SubjectRequest } from '@platform/protos';
import { keptBack } from './kept-back.ts';
import type { KeptBack } from './kept-back.ts';

/** A request about a person that a fake received. */
export interface AskedSubject extends SubjectRequest {
  method: 'Deactivate' | 'Reactivate' | 'Erase';
}

const keyOf = ({ userId, dryRun }: Pick<SubjectRequest, 'userId' | 'dryRun'>): string =>
  `${userId} ${dryRun}`;

/** A fake's part of erasures: stores no data, and records its requests. */
export interface TestDataSubject {
  /** The requests in order, including dry runs. */
  asked: readonly AskedSubject[];
  /** Blocks erasures of a person for this reason, until called with undefined. */
  setBlocked(userId: string, reason: string | undefined): void;
  /**
   * Delays the next answers about a person until released; with `dryRun`, those of dry runs
   * instead.
   */
  keepBack(userId: string, options?: { dryRun?: boolean }): KeptBack;
  /** Sets the result of `Export` for a person. */
  setSections(userId: string, sections: Record<string, unknown>): void;
}

/**
 * A fake of `platform.datasubject.v1.DataSubject`, to mount in a fake sibling; `check` throws while
 * that is unavailable.
 */
export function testDataSubject(
  peer: string,
  check: () => void,
): TestDataSubject & { mount: RpcMount } {
  const asked: AskedSubject[] = [];
  const blocked = new Map<string, string>();
  const kept = keptBack();
  const exported = new Map<string, Record<string, unknown>>();
  const answer = (method: AskedSubject['method']) => async (request: SubjectRequest) => {
    check();
    asked.push({ ...request, method });
    await kept.pass(keyOf(request));
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
    keepBack: (userId, { dryRun = false } = {}) => kept.keep(keyOf({ userId, dryRun })),
    setSections: (userId, sections) => void exported.set(userId, sections),
  };
}
