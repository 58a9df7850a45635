import { describe, expect, it } from 'vitest';
import type { AccessRequest, ErasureRequestSummary } from '@platform/sdk';
import { inboxOf } from './inbox.ts';

const subject = { type: 'user_id', userId: null };
const erasure = (id: string, state: string, dueAt: string) =>
  ({ id, state, dueAt, receivedAt: dueAt, subject }) as ErasureRequestSummary;
const access = (id: string, state: string, dueAt: string) =>
  ({ id, state, dueAt, receivedAt: dueAt, subject, kind: 'access' }) as AccessRequest;

describe('the inbox of requests', () => {
  it('has open requests of both kinds by their due day, then the ended ones', () => {
    const inbox = inboxOf(
      [erasure('late', 'HELD', '2026-03-03'), erasure('done', 'COMPLETED', '2026-01-01')],
      [access('soon', 'PARTIAL', '2026-02-02'), access('gone', 'EXPIRED', '2026-01-02')],
    );
    expect(inbox.map(({ id }) => id)).toEqual(['soon', 'late', 'gone', 'done']);
  });
});
