import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emailKey } from './email-address.ts';

test.each([
  ['Ada.Lovelace+bills@Example.COM', 'ada.lovelace+bills@example.com'],
  ['ada@example.com.', 'ada@example.com'],
  ['\uff21da@example.com', 'ada@example.com'],
  ['andre\u0301@bücher.example', 'andré@xn--bcher-kva.example'],
])('%s is found by %s', (address, key) => expect(emailKey(address)).toBe(key));

test.each([
  'ada',
  '@example.com',
  'ada@',
  'ada@localhost',
  'ada@127.0.0.1',
  'ada@example..com',
  'a@b@example.com',
  'ada,eve@example.com',
  'Ada <ada@example.com>',
  '"ada"@example.com',
  '.ada@example.com',
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@exam%70le.com',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'example.'.repeat(40)}com`,
])('%j is not an e-mail address', (address) => expect(emailKey(address)).toBeUndefined());

test('a key is its own key, and a single recipient of an email', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), fc.domain(), (local, domain) => {
      const key = emailKey(`${local}@${domain}`);
      return key === undefined || (emailKey(key) === key && !/[\p{Cc}\s,;:<>"()]/u.test(key));
    }),
  ));
