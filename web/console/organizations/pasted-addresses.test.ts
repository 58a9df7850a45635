import { expect, it } from 'vitest';
import { pastedAddresses } from './pasted-addresses.ts';

it('reads addresses as mail programs and spreadsheets write them, each once', () => {
  const text =
    'ada@example.com, Grace Hopper <grace@example.com>;\nADA@example.com\n\n"Lin" <lin@example.com>';
  expect(pastedAddresses(text)).toEqual({
    addresses: ['ADA@example.com', 'grace@example.com', 'lin@example.com'],
    others: [],
  });
});

it('names what is no address', () => {
  expect(pastedAddresses('ada@example.com\nGrace Hopper')).toEqual({
    addresses: ['ada@example.com'],
    others: ['Grace Hopper'],
  });
});
