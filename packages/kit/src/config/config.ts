import { readFileSync } from 'node:fs';
import { properties, propertyAliases } from '@platform/contracts';
import type { Property, PropertyName, PropertyValue } from '@platform/contracts';
import { parse as parseYaml } from 'yaml';
import { parseValue } from './property-values.ts';

export { parseDuration } from './property-values.ts';

/** Maps local names to the properties that a process reads. */
export type ConfigShape = Record<string, PropertyName>;

/** The parsed values under those local names. */
export type Config<S extends ConfigShape> = { readonly [K in keyof S]: PropertyValue<S[K]> };

/**
 * The sources of a configuration: an optional YAML file, then the environment, which takes
 * precedence.
 */
export interface ConfigSources {
  /** Text of the YAML file, and its name in messages. */
  yaml?: { text: string; name: string };
  environment: Readonly<Record<string, string | undefined>>;
}

/** Reports all faults of a configuration in one message. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'an error' : `${faults.length} errors`}:\n${faults.map((f) => `  - ${f}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** `platform.hub.in-cluster-jwks-uri` → `PLATFORM_HUB_IN_CLUSTER_JWKS_URI`. */
export const environmentName = (name: string): string => name.replace(/[.-]/g, '_').toUpperCase();

const known: Readonly<Record<string, Property>> = properties as unknown as Record<string, Property>;
const byEnvironmentName = new Map(
  [...Object.keys(known), ...Object.keys(propertyAliases)].map((name) => [
    environmentName(name),
    name,
  ]),
);
const settings = new Set(['PLATFORM_CONFIG']);
const fileSuffix = '_FILE';

interface RawValue {
  raw: unknown;
  source: string;
  /** File that contains the value. Read only by a process that uses the property. */
  file?: string;
}
type RawValues = Map<PropertyName, RawValue>;

const canonical = (name: string): PropertyName | undefined =>
  name in known ? (name as PropertyName) : propertyAliases[name];

/**
 * Returns the property that a variable sets, either to its value or, with the suffix `_FILE`, to
 * the content of the named file.
 */
function propertyOf(variable: string): { property: PropertyName | undefined; isFile: boolean } {
  const whole = byEnvironmentName.get(variable);
  if (whole !== undefined) return { property: canonical(whole), isFile: false };
  const name = variable.endsWith(fileSuffix)
    ? byEnvironmentName.get(variable.slice(0, -fileSuffix.length))
    : undefined;
  return { property: name === undefined ? undefined : canonical(name), isFile: true };
}

/**
 * Lists the files named by `PLATFORM_…_FILE` variables.
 * @param environment the environment of a process
 * @returns unique paths
 */
export const valueFiles = (environment: ConfigSources['environment']): string[] => [
  ...new Set(
    Object.entries(environment).flatMap(([variable, path]) => {
      const { property, isFile } = propertyOf(variable);
      return property && isFile && path ? [path] : [];
    }),
  ),
];

function collectYaml(
  { text, name }: { text: string; name: string },
  into: RawValues,
  faults: string[],
): void {
  let document: unknown;
  try {
    document = parseYaml(text);
  } catch (error) {
    faults.push(`${name}: not valid YAML (${(error as Error).message.split('\n')[0]})`);
    return;
  }
  const walk = (node: unknown, path: string): void => {
    const property = canonical(path);
    if (property) return void into.set(property, { raw: node, source: name });
    if (typeof node === 'object' && node !== null && !Array.isArray(node)) {
      for (const [key, value] of Object.entries(node)) walk(value, path ? `${path}.${key}` : key);
    } else if (path.startsWith('platform.')) faults.push(`${path} (${name}): unknown property`);
  };
  walk(document, '');
}

function collectEnvironment(
  environment: ConfigSources['environment'],
  into: RawValues,
  faults: string[],
): void {
  for (const [variable, raw] of Object.entries(environment)) {
    if (!variable.startsWith('PLATFORM_') || raw === undefined || settings.has(variable)) continue;
    const { property, isFile } = propertyOf(variable);
    if (property && isFile && raw === '') continue;
    if (!property) faults.push(`${variable} (environment): unknown property`);
    else if (isFile && environment[variable.slice(0, -fileSuffix.length)] !== undefined)
      faults.push(
        `${variable} (environment): the variable with the value is also set; remove one of the two`,
      );
    else into.set(property, { raw, source: variable, ...(isFile ? { file: raw } : {}) });
  }
}

/** Returns the value as text or as YAML parsed it. Throws if its file cannot be read. */
function valueIn({ raw, file }: RawValue): unknown {
  // Editors and `echo` end a file with a line break that is not part of the secret.
  return file === undefined ? raw : readFileSync(file, 'utf8').replace(/\r?\n$/, '');
}

/**
 * Reads the properties of `shape`. Throws a {@link ConfigError} that lists every fault: a missing
 * required value, an unknown `platform.` key, a value of the wrong type, each with its key, its
 * source and the expected form. `agree` adds faults that concern several properties together.
 */
export function readConfig<const S extends ConfigShape>(
  shape: S,
  sources: ConfigSources,
  agree: (config: Config<S>) => string[] = () => [],
): Config<S> {
  const faults: string[] = [];
  const raws: RawValues = new Map();
  if (sources.yaml) collectYaml(sources.yaml, raws, faults);
  collectEnvironment(sources.environment, raws, faults);
  const config: Record<string, unknown> = {};
  for (const [key, name] of Object.entries(shape)) {
    const property = known[name] as Property;
    const given = raws.get(name);
    if (!given && property.default === 'required') {
      faults.push(`${name}: required, but set neither in YAML nor as ${environmentName(name)}`);
      continue;
    }
    let raw: unknown;
    try {
      raw = given ? valueIn(given) : property.default;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      faults.push(`${name} (${given?.source}): ${given?.file} cannot be read (${code})`);
      continue;
    }
    const parsed = parseValue(property, raw);
    if ('value' in parsed) config[key] = parsed.value;
    else
      faults.push(
        `${name} (${given?.source ?? 'default'}): ${property.secret || !given || given.file ? '' : `${JSON.stringify(given.raw)}: `}${parsed.expected.startsWith('must') || parsed.expected.startsWith('"') ? '' : 'expected '}${parsed.expected}`,
      );
  }
  if (faults.length === 0) faults.push(...agree(config as Config<S>));
  if (faults.length > 0) throw new ConfigError(faults);
  return config as Config<S>;
}

/** Returns the sources of a process: `--config FILE` or `PLATFORM_CONFIG`, and its environment. */
export function processSources(
  argv: readonly string[] = process.argv.slice(2),
  environment = process.env,
): ConfigSources {
  const flag = argv.indexOf('--config');
  const file = flag >= 0 ? argv[flag + 1] : environment['PLATFORM_CONFIG'];
  if (!file) return { environment };
  try {
    return { yaml: { text: readFileSync(file, 'utf8'), name: file }, environment };
  } catch (error) {
    throw new ConfigError([`${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
}
