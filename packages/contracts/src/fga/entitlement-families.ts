/** What `platform.capability.families` says of one family. */
export interface CapabilityPolicy {
  /** `always` cannot be taken away, `never` cannot be given, `entitled` is per tenant. */
  enable: 'always' | 'entitled' | 'never';
  /** Areas of scopes that belong to it: `users` of `tenant:users.read`. */
  areas: readonly string[];
  /** Families without which it is off. */
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

/** The families that hold where the operator says nothing else. */
export const builtInFamilies: CapabilityFamilies = {
  core: {
    enable: 'always',
    areas: ['applications', 'clients', 'settings', 'events', 'roles'],
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

/** The built-in families with those that are configured in their place or besides. */
export const capabilityFamilies = (configured: CapabilityFamilies): CapabilityFamilies => ({
  ...builtInFamilies,
  ...configured,
});

/** What is wrong with a map of families and a default set; empty when nothing is. */
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

/** The area of a scope: `users` of `tenant:users.read`; undefined for a scope that is not a tenant's. */
export const areaOf = (scope: string): string | undefined =>
  scope.startsWith('tenant:') ? scope.slice(7).split('.', 1)[0] : undefined;

const gatedIn = new WeakMap<CapabilityFamilies, ReadonlyMap<string, string>>();

/** Areas whose families are not always on, with the name of the family. Scopes of other areas need no question. */
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
