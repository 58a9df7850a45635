import { expect, test } from 'vitest';
import { isServerSupported } from './topology.ts';

test.each([
  ['2.9.25', false],
  ['1.12.0', false],
  ['', false],
  ['2.10.0', true],
  ['2.14.0', true],
  ['3.0.0-beta.1', true],
])('NATS %s: %s', (version, isSupported) => expect(isServerSupported(version)).toBe(isSupported));
