import { expect, test, vi } from 'vitest';
import { tokenLooks } from './token-look.ts';

const tenantId = 'tnt_01h455vb4pex5vsknk084sn02q';
const row = {
  name: 'Batch',
  type: 'm2m',
  settings: {},
  allowedScopes: [],
  secrets: [],
  webhook: null,
  mayHavePolicies: false,
  isTenantActive: true,
  notBefore: null,
  redeemed: null,
  consumedAt: null,
  granted: null,
} as const;

/** Looks that each wait until they are answered. */
function heldLooks() {
  const asked: { clientId: unknown; answer: () => void }[] = [];
  const look = tokenLooks({
    db: {
      call: (_context, _name, [clientId]) =>
        new Promise((resolve) => asked.push({ clientId, answer: () => resolve([row] as never) })),
    },
    metadata: (clientId) => ({ client_id: clientId }),
  });
  return { asked, look };
}
const alone = (clientId: string) => ({ tenantId, clientId, held: [], redeemed: undefined });

test('requests that come while a client is looked for share a look that begins after them', async () => {
  const { asked, look } = heldLooks();
  const first = look(alone('batch'));
  const [came, others] = [performance.now(), [look(alone('batch')), look(alone('batch'))]];
  expect(asked).toHaveLength(1);
  asked[0]!.answer();
  expect((await first)!.began).toBeLessThanOrEqual(came);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]!.answer();
  const [second, third] = await Promise.all(others);
  expect(second!.began).toBeGreaterThanOrEqual(came);
  expect(third).toBe(second);
});

test('other clients, and what is redeemed, are looked for at once and alone', () => {
  const { asked, look } = heldLooks();
  const redeemed = { model: 'RefreshToken', hash: Buffer.alloc(32) };
  void look(alone('batch'));
  void look(alone('another'));
  void look({ ...alone('batch'), redeemed });
  void look({ ...alone('batch'), redeemed });
  expect(asked.map(({ clientId }) => clientId)).toEqual(['batch', 'another', 'batch', 'batch']);
});
