import { expect, test } from 'vitest';
import { mayCall, scopesLackedFor } from './permissions.ts';

const holder = (...scopes: string[]) => ({ scopes });

test('an operation needs all of its scopes, or one of several', () => {
  expect(mayCall(holder('tenant:users.read'), 'userDirectoryList')).toBe(true);
  expect(mayCall(holder('tenant:users.write'), 'userDirectoryList')).toBe(false);
  // Event types are for readers of events or of webhooks.
  expect(mayCall(holder('tenant:webhooks.read'), 'eventTypesList')).toBe(true);
  expect(mayCall(holder(), 'eventTypesList')).toBe(false);
});

test('a page names each scope that its user lacks once', () => {
  expect(
    scopesLackedFor(holder('tenant:users.read'), ['userDirectoryGet', 'eventsList', 'eventsGet']),
  ).toEqual(['tenant:events.read']);
});
