/** The policy of one family in `platform.capability.families`. */
export interface CapabilityPolicy {
  /** `always` cannot be revoked, `never` cannot be granted, `entitled` is set per tenant. */
  enable: 'always' | 'entitled' | 'never';
  /** Areas of the scopes in the family: `users` for `tenant:users.read`. */
  areas: readonly string[];
  /** Families that must be on for this one to be on. */
  requires: readonly string[];
  displayName: string;
}

/** Policies by family. */
export type CapabilityFamilies = Readonly<Record<string, CapabilityPolicy>>;

const entitled = (
  displayName: string,
  areas: string[],
  requires: string[] = [],
): CapabilityPolicy => ({ enable: 'entitled', areas, requires, displayName });

/** The default families. */
export const builtInFamilies: CapabilityFamilies = {
  core: {
    enable: 'always',
    areas: ['applications', 'apis', 'clients', 'settings', 'events', 'roles'],
    requires: [],
    displayName: 'Core',
  },
  login_experience: entitled('Login experience', ['idp']),
  directory: entitled('Directory', ['orgs', 'users', 'attribute-schema']),
  federation: entitled('Federation', ['federation', 'migration'], ['directory']),
  compliance: entitled('Compliance', ['compliance']),
  access: entitled('Privileged access', ['pim']),
  fga: entitled('Fine-grained authorization', ['fga']),
  audit_streaming: entitled('Audit streaming', ['siem']),
  webhooks: entitled('Webhooks', ['webhooks', 'webhook-schemas']),
};

/** Merges the built-in families with the configured ones, which override or add to them. */
export const capabilityFamilies = (configured: CapabilityFamilies): CapabilityFamilies => ({
  ...builtInFamilies,
  ...configured,
});

/** Lists the faults of a map of families and a default set; empty if there are none. */
export function capabilityFaults(
  families: CapabilityFamilies,
  defaults: ReadonlySet<string>,
): string[] {
  const name = 'platform.capability.families';
  const faults: string[] = [];
  const holders = new Map<string, string>();
  for (const [family, { areas, requires }] of Object.entries(families)) {
    for (const area of areas) {
      const holder = holders.get(area);
      if (holder !== undefined && holder !== family)
        faults.push(`${name}: the area "${area}" is in two families, ${holder} and ${family}`);
      holders.set(area, family);
    }
    for (const required of requires)
      if (!Object.hasOwn(families, required))
        faults.push(`${name}: ${family} requires "${required}", which is not a family`);
    if (reaches(families, family, family)) faults.push(`${name}: ${family} requires itself`);
  }
  for (const family of defaults)
    if (!Object.hasOwn(families, family))
      faults.push(`platform.capability.default-new-tenant-families: "${family}" is not a family`);
  return faults;
}

function reaches(
  families: CapabilityFamilies,
  from: string,
  to: string,
  seen = new Set<string>(),
): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  return (families[from]?.requires ?? []).some(
    (next) => next === to || reaches(families, next, to, seen),
  );
}

/**
 * Returns the area of a scope: `users` for `tenant:users.read`; undefined if it is not a scope of a
 * tenant. Scopes of setup links belong to the areas of what they set up.
 */
export function areaOf(scope: string): string | undefined {
  if (scope.startsWith('setup.')) return scope === 'setup.logs' ? 'siem' : 'orgs';
  return scope.startsWith('tenant:') ? scope.slice(7).split('.', 1)[0] : undefined;
}

const gatedIn = new WeakMap<CapabilityFamilies, ReadonlyMap<string, string>>();

/**
 * Returns the areas whose families are not always on, with the name of the family. Scopes of other
 * areas need no lookup.
 */
export function gatedAreas(families: CapabilityFamilies): ReadonlyMap<string, string> {
  let gated = gatedIn.get(families);
  if (!gated) {
    gated = new Map(
      Object.entries(families)
        .filter(([, { enable }]) => enable !== 'always')
        .flatMap(([family, { areas }]) => areas.map((area) => [area, family] as const)),
    );
    gatedIn.set(families, gated);
  }
  return gated;
}
