import { expect, test } from 'vitest';
import { saveNewSessions } from './new-session.ts';
import { testProvider } from './test-provider.ts';

test('the library fails to save a session that was never saved', async () => {
  const session = new (testProvider().Session)();
  await expect(session.persist()).rejects.toThrow('previously persisted');
});

test('a new session is saved for its lifetime', async () => {
  const provider = testProvider();
  saveNewSessions(provider, { lifetimeSeconds: 600, cookie: {} });
  const session = new provider.Session();
  await session.persist();
  const saved = await provider.Session.findByUid(session.uid);
  expect(saved?.exp).toBeCloseTo(Date.now() / 1000 + 600, -1);
});
