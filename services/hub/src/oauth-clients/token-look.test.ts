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
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const [came, others] = [performance.now(), [look(alone('batch')), look(alone('batch'))]];
  asked[0]!.answer();
  expect((await first)!.began).toBeLessThanOrEqual(came);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]!.answer();
  const [second, third] = await Promise.all(others);
  expect(second!.began).toBeGreaterThanOrEqual(came);
  expect(third).toBe(second);
});

test('other clients, and what is redeemed, are looked for at once', async () => {
  const { asked, look } = heldLooks();
  const redeemed = { model: 'RefreshToken', hash: Buffer.alloc(32) };
  void look(alone('batch'));
  void look(alone('another'));
  void look({ ...alone('batch'), redeemed });
  void look({ ...alone('another'), redeemed });
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  expect(asked.map(({ clientId }) => clientId)).toEqual(['batch', 'another', 'batch', 'another']);
});

test('what requests of one client redeem is looked for together, and each gets its own', async () => {
  const asked: { hashes: readonly Buffer[]; answer: (rows: unknown[]) => void }[] = [];
  const look = tokenLooks({
    db: {
      call: (_context, _name, [, , hashes]) =>
        new Promise((resolve) =>
          asked.push({ hashes: hashes as Buffer[], answer: (rows) => resolve(rows as never) }),
        ),
    },
    metadata: (clientId) => ({ client_id: clientId }),
  });
  const redeeming = (n: number) =>
    look({ ...alone('batch'), redeemed: { model: 'RefreshToken', hash: Buffer.alloc(32, n) } });
  const first = redeeming(1);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const others = [redeeming(2), redeeming(3)];
  asked[0]!.answer([]);
  expect(await first).toBeUndefined();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]!.hashes).toEqual([Buffer.alloc(32, 2), Buffer.alloc(32, 3)]);
  asked[1]!.answer(
    [2, 1].map((position) => ({ ...row, position, redeemed: { scope: `of ${position}` } })),
  );
  expect((await Promise.all(others)).map((found) => found?.redeemed)).toEqual([
    { scope: 'of 1' },
    { scope: 'of 2' },
  ]);
});
