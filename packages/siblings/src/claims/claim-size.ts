/** A claim that the tenant defines. */
export interface CustomClaim {
  name: string;
  value: unknown;
  isRequired: boolean;
}

/** The claims that a token may contain. */
export interface CandidateClaims {
  roles?: readonly string[];
  permissions?: readonly string[];
  entitlements?: readonly string[];
  /** Never dropped: `elevated_scopes`, `elevated_until`. */
  elevated?: Readonly<Record<string, unknown>>;
  custom?: readonly CustomClaim[];
}

/** The claims that fit, their size in bytes of UTF-8, and the names of dropped ones. */
export interface FittedClaims {
  claims: Record<string, unknown>;
  bytes: number;
  overage: string[];
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const entryBytes = ([name, value]: readonly [string, unknown]): number =>
  jsonBytes(name) + 1 + jsonBytes(value);

/**
 * Drops whole claims until the serialized object is within the target: first custom ones, largest
 * first, then permissions, entitlements, roles. Required and elevated claims stay, so the result
 * may exceed the target.
 */
export function fitClaims(
  { elevated = {}, custom = [], ...platform }: CandidateClaims,
  targetBytes: number,
): FittedClaims {
  const optional = custom
    .filter((c) => !c.isRequired)
    .map((c) => ({ name: c.name, value: c.value, bytes: entryBytes([c.name, c.value]) }))
    .sort((a, b) => b.bytes - a.bytes);
  const leaving = [
    ...optional,
    ...(['permissions', 'entitlements', 'roles'] as const)
      .filter((name) => platform[name] !== undefined)
      .map((name) => ({
        name,
        value: platform[name] as unknown,
        bytes: entryBytes([name, platform[name]]),
      })),
  ];
  const staying: [string, unknown][] = [
    ...Object.entries(elevated),
    ...custom.filter((c) => c.isRequired).map((c): [string, unknown] => [c.name, c.value]),
  ];
  const fixed = staying.reduce((sum, entry) => sum + entryBytes(entry), 0);
  let overage: string[] = [];
  let open = leaving.reduce((sum, { bytes }) => sum + bytes, 0);
  const bytes = (): number => {
    const members = staying.length + leaving.length + (overage.length > 0 ? 1 : 0);
    return (
      2 +
      Math.max(0, members - 1) +
      fixed +
      open +
      (overage.length > 0 ? entryBytes(['overage', overage]) : 0)
    );
  };
  while (bytes() > targetBytes && leaving.length > 0) {
    const gone = leaving.shift()!;
    open -= gone.bytes;
    overage.push(gone.name);
  }
  // Many long names take space themselves; those of the platform's own claims are always listed.
  const names = new Set(optional.map((c) => c.name));
  if (custom.every((c) => !c.isRequired)) {
    for (const name of [...overage].reverse())
      if (names.has(name) && bytes() > targetBytes) overage = overage.filter((n) => n !== name);
  }
  const claims = Object.fromEntries([
    ...leaving.map(({ name, value }) => [name, value]),
    ...staying,
    ...(overage.length > 0 ? [['overage', overage]] : []),
  ]) as Record<string, unknown>;
  return { claims, bytes: bytes(), overage };
}
