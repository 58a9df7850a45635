const base64 = '[A-Za-z0-9+/.]+={0,2}';
const numbers = (...most: [low: number, high: number][]) => (found: readonly string[]): boolean =>
  most.every(([low, high], i) => Number(found[i]) >= low && Number(found[i]) <= high);

/** Forms of hashes (PHC, and bcrypt's own), and what each may cost whoever verifies a login against it. */
const forms: readonly { form: RegExp; isAffordable: (found: readonly string[]) => boolean }[] = [
  { form: /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/, isAffordable: numbers([4, 15]) },
  { form: new RegExp(`^\\$argon2(?:id|i)\\$v=(?:16|19)\\$m=(\\d+),t=(\\d+),p=(\\d+)\\$${base64}\\$${base64}$`), isAffordable: numbers([8, 262_144], [1, 10], [1, 8]) },
  { form: new RegExp(`^\\$scrypt\\$ln=(\\d+),r=(\\d+),p=(\\d+)\\$${base64}\\$${base64}$`), isAffordable: numbers([1, 17], [1, 16], [1, 4]) },
  { form: new RegExp(`^\\$pbkdf2(?:-sha(?:1|256|512))?\\$(?:i=)?(\\d+)\\$${base64}\\$${base64}$`), isAffordable: numbers([1, 2_000_000]) },
];

/** Why a hash is not taken over; undefined when it is. A hostile one must not burn the login server. */
export function passwordHashFault(hash: string): string | undefined {
  for (const { form, isAffordable } of forms) {
    const found = form.exec(hash);
    if (found) return isAffordable(found.slice(1)) ? undefined : 'asks for more work than a login may cost';
  }
  return 'is no hash of a known form (bcrypt, argon2i, argon2id, scrypt, pbkdf2 in PHC form)';
}
