import { describe, expect, test } from 'vitest';
import { claimableDomain } from './domain-name.ts';

const limits = { platformDomain: 'platform.example', blocked: new Set(['gmail.com']) };
const codeOf = (written: string): string => {
  try {
    claimableDomain(written, limits);
    return '';
  } catch (error) {
    return (error as { details: { errors: { code: string }[] } }).details.errors[0]?.code ?? '?';
  }
};

describe('a claimed domain', () => {
  test.each([
    ['Initech.COM', 'initech.com'],
    ['sub.initech.co.uk.', 'sub.initech.co.uk'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['someone.github.io', 'someone.github.io'],
  ])('%s is normalized to %s', (written, domain) =>
    expect(claimableDomain(written, limits)).toBe(domain),
  );

  test.each([
    ['co.uk', 'domain_not_allowed'],
    ['github.io', 'domain_not_allowed'],
    ['com', 'invalid_format'],
    ['initech.internal', 'domain_not_allowed'],
    ['platform.example', 'domain_not_allowed'],
    ['acme.platform.example', 'domain_not_allowed'],
    ['gmail.com', 'consumer_domain'],
    ['GMAIL.com', 'consumer_domain'],
    ['192.0.2.1', 'invalid_format'],
    ['[2001:db8::1]', 'invalid_format'],
    ['a_b.com', 'invalid_format'],
    ['-a.com', 'invalid_format'],
    ['https://initech.com', 'invalid_format'],
    ['initech.com:443', 'invalid_format'],
    ['initech.com/x', 'invalid_format'],
    ['', 'invalid_format'],
    [`${'a'.repeat(64)}.com`, 'invalid_format'],
  ])('%s is rejected', (written, code) => expect(codeOf(written)).toBe(code));
});
