import { describe, expect, test } from 'vitest';
import { isLdapFilter } from './filter-syntax.ts';

describe('a search filter', () => {
  test.each([
    '(objectClass=*)',
    '(&(objectClass=user)(!(userAccountControl:1.2.840.113556.1.4.803:=2)))',
    '(|(cn=a*b*c)(cn>=x)(cn<=y)(cn~=z))',
    '(cn=\\28escaped\\29)',
    '(cn=Zoë)',
    '(memberOf=cn=staff,dc=example,dc=com)',
    '(o=)',
  ])('%s is accepted', (text) => expect(isLdapFilter(text)).toBe(true));

  test.each([
    '',
    '(',
    '(objectClass=*',
    'objectClass=*',
    ')(',
    '(objectClass=*))',
    '(&(a=b)',
    '(&(a=b)(c=d)',
    '(a=b)(c=d)',
    ')(a=b)(',
    '()',
    '(&)',
    '(!(a=b)(c=d))',
    '(=x)',
    '(a)',
    '(a=(b))',
    '(a=\\zz)',
    '(&(a=b)c=d)',
    ' (a=b)',
    `${'('.repeat(1_000)}a=b${')'.repeat(1_000)}`,
  ])('"%s" is rejected', (text) => expect(isLdapFilter(text)).toBe(false));
});
