import { expect, test } from 'vitest';
import { detailSentence } from './detail-sentence.ts';

test.each([
  ['Pay {/amount/value} to {/to}', { amount: { value: '12.50' }, to: 'Ada' }, 'Pay 12.50 to Ada'],
  ['Pay {/amount}', { amount: { value: 1 } }, 'Pay {"value":1}'],
  ['Pay {/nothing}{}', {}, 'Pay –{}'],
  ['Pay {/to}', { to: '{/secret}', secret: 'x' }, 'Pay {/secret}'],
  ['Pay {/to}', { to: 'Ada\u202Eevil\n' }, 'Pay Ada evil '],
  ['Pay {/to}', { to: 'x'.repeat(90) }, `Pay ${'x'.repeat(79)}…`],
])('the sentence %s is completed with %j', (display, detail, sentence) =>
  expect(detailSentence(display, detail)).toBe(sentence),
);
