import { expect, test } from 'vitest';
import { emailBody, emailValues, withVariable } from './email-values.ts';

const stored = {
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: null,
  fromName: null,
  replyTo: null,
  enabled: true,
  linkLifetimeSeconds: null,
} as unknown as Parameters<typeof emailValues>[0];

test('a template that is saved unchanged stays as it is', () => {
  expect(emailBody(emailValues(stored))).toEqual(stored);
  const more = { ...stored, text: 'Hi\n', fromName: 'Team', linkLifetimeSeconds: 900 };
  expect(emailBody(emailValues(more))).toEqual(more);
});

test('a variable replaces what is selected', () => {
  expect(withVariable('Dear friend,', 'user.givenName', { start: 5, end: 11 })).toEqual({
    text: 'Dear {{ user.givenName }},',
    at: 25,
  });
});
