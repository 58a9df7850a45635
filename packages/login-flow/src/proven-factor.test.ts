import { expect, test } from 'vitest';
import { evidenceOfFactor, provenFactor } from './proven-factor.ts';
import type { FactorEvidence } from './proven-factor.ts';

test.each<[Parameters<typeof provenFactor>[0], FactorEvidence & { connector?: string }]>([
  ['password', {}],
  ['totp', {}],
  ['passkey', {}],
  ['passkey', { userVerified: false }],
  ['passkey', { hardwareProtected: true }],
  ['security_key', { hardwareProtected: true }],
  ['social', { connector: 'google', upstreamAmr: ['pwd', 'mfa'] }],
  ['federation', { upstreamLevel: 'aal2', upstreamAmr: ['hwk'] }],
])('a proof by %s with %j is the same in a later login', (method, evidence) => {
  const factor = provenFactor(method, 1_000, evidence);
  expect(provenFactor(method, 1_000, evidenceOfFactor(factor))).toEqual(factor);
});
