import { expect, test } from 'vitest';
import { detailTypeBody, detailTypeValues, schemaIn } from './detail-type-values.ts';

test('a type is the same after it went through the form', () => {
  const body = {
    schema: { type: 'object', properties: { amount: { type: 'string' } } },
    display: { en: 'Pay {/amount}', 'pt-BR': 'Pagar {/amount}' },
    maxInstances: 2,
    requires: { acr: 'aal2' },
  };
  const times = { createdAt: '2026-11-28T00:00:00Z', updatedAt: '2026-11-28T00:00:00Z' };
  expect(detailTypeBody(detailTypeValues({ type: 'payment', ...body, ...times }))).toEqual(body);
});

test.each(['', '[]', 'null', '{"type":', '"object"'])('%j is no schema', (text) => {
  expect(schemaIn(text)).toBeUndefined();
});
