import { newId } from '@platform/kit/ids';
import type { RpcPeer } from '@platform/kit/grpc';
import { expect, test } from 'vitest';
import { productSections } from './product-answer.ts';

test('the data of a person includes data under the external id of the account', async () => {
  const userId = newId('user');
  const asked: unknown[] = [];
  const peer = {
    service: () => ({
      async *Export({ identifiers }: { identifiers: unknown }) {
        asked.push(identifiers);
        yield* [];
      },
    }),
  } as unknown as RpcPeer;
  const identifiers = [
    { type: 'user_id', value: userId },
    { type: 'external_id', value: 'customer-7' },
  ];
  const sections = productSections(
    {
      peer: () => peer,
      deadlineMs: 1_000,
      identifiersOf: async () => identifiers,
      async *own(_context, subjectId) {
        yield { section: 'consents', json: JSON.stringify([subjectId]) };
      },
    },
    { tenantId: newId('tenant'), actor: { type: 'system', id: 'test' } },
    userId,
  );
  const found: unknown[] = [];
  for await (const section of sections) found.push(section);
  expect(found).toEqual([
    { section: 'compliance.consents', json: JSON.stringify([userId]) },
    { section: 'compliance.consents', json: JSON.stringify(['customer-7']) },
  ]);
  expect(asked).toEqual([identifiers, identifiers, identifiers]);
});
