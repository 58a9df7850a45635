/** The cost of one hash, whatever the default is by then: the OWASP minimum for Argon2id. */
export const argon2 = {
  'platform.idp-facade.password.argon2-memory-kib': '19456',
  'platform.idp-facade.password.argon2-time': '2',
  'platform.idp-facade.password.argon2-parallelism': '1',
} as const;
