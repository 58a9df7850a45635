import { expect, test } from 'vitest';
import { noSignals, simulationRequest } from './signal-values.ts';

test('signals that are not given are absent', () => {
  expect(simulationRequest(noSignals, undefined)).toEqual({ grantType: 'authorization_code' });
});

test('a device is known as a whole', () => {
  const request = simulationRequest({ ...noSignals, device: ['known'] }, undefined);
  expect(request.device).toEqual({ managed: false, compliant: false, known: true });
});

test('a policy that only reports is evaluated as if it were enabled', () => {
  const candidate = { name: 'P', mode: 'report_only' as const, conditions: {}, controls: {} };
  expect(simulationRequest(noSignals, candidate).candidate?.mode).toBe('enabled');
});
