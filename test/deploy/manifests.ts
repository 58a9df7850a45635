import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { applyJsonPatch } from './json-patch.ts';
import type { JsonPatchOperation } from './json-patch.ts';

/** A Kubernetes object in a file. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; namespace?: string };
  // Tests look into objects of every kind.
  spec: any;
  [other: string]: any;
}

/** A folder's objects and ConfigMaps. */
export interface Kustomization {
  manifests: Manifest[];
  configMaps: Record<string, Record<string, string>>;
  images: { name: string; newName: string; newTag: string }[];
}

const text = (file: URL): string => readFileSync(file, 'utf8');

/** The lines of a file as `kustomize` and the shell read them: NAME=VALUE, and comments. */
const variablesIn = (file: URL): [string, string][] =>
  text(file)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);

const documentsIn = (file: URL): Manifest[] =>
  parseAllDocuments(text(file)).map((document) => document.toJS() as Manifest);

interface Target {
  kind: string;
  name?: string;
  /** `key in (a, b)`, the one form that our files use. */
  labelSelector?: string;
}
interface File {
  resources?: string[];
  components?: string[];
  configMapGenerator?: { name: string; files?: string[]; envs?: string[] }[];
  images?: Kustomization['images'];
  patches?: { target?: Target; patch: string }[];
}

function hasLabel(selector: string, labels: Record<string, string> = {}): boolean {
  const [, key, values] = /^(\S+) in \((.*)\)$/.exec(selector) ?? [];
  if (key === undefined || values === undefined)
    throw new Error(`the selector ${selector} cannot be read here`);
  return values.split(', ').some((value) => labels[key] === value);
}

const isTarget = (
  { kind, name = '.*', labelSelector }: Target,
  { kind: own, metadata }: Manifest,
): boolean =>
  own === kind &&
  new RegExp(`^(?:${name})$`).test(metadata.name) &&
  (labelSelector === undefined || hasLabel(labelSelector, metadata.labels));

/** The objects after one patch: a list of JSON patch operations, or an object marked `$patch: delete`. */
function patchedBy(
  manifests: Manifest[],
  { target, patch }: { target?: Target; patch: string },
): Manifest[] {
  const change = parse(patch) as JsonPatchOperation[] | (Manifest & { $patch?: string });
  const whom = Array.isArray(change)
    ? (target as Target)
    : { kind: change.kind, name: change.metadata.name };
  const chosen = (one: Manifest): boolean => isTarget(whom, one);
  if (!manifests.some(chosen)) throw new Error(`nothing is patched by ${patch}`);
  if (Array.isArray(change))
    return manifests.map((one) => (chosen(one) ? applyJsonPatch(one, change) : one));
  if (change.$patch !== 'delete') throw new Error('only $patch: delete is read here');
  return manifests.filter((one) => !chosen(one));
}

/** The objects in a file or folder of `resources`. */
function resource(path: string, folder: URL): Kustomization {
  const at = new URL(path, folder);
  return statSync(at).isDirectory()
    ? kustomization(new URL(`${path}/`, folder))
    : { manifests: documentsIn(at), configMaps: {}, images: [] };
}

/**
 * Builds a folder of `deploy/k8s` like kustomize: `resources`, `components`, `configMapGenerator`, `images` and `patches`, the
 * features that the files use. Names keep no hash, and images their short names. A component changes what is `under` it.
 */
export function kustomization(folder: URL, under?: Kustomization): Kustomization {
  const {
    resources = [],
    components = [],
    configMapGenerator = [],
    images = [],
    patches = [],
  } = parse(text(new URL('kustomization.yaml', folder))) as File;
  const parts = [...(under ? [under] : []), ...resources.map((path) => resource(path, folder))];
  const own = configMapGenerator.map(
    ({ name, files = [], envs = [] }) =>
      [
        name,
        {
          ...Object.fromEntries(files.map((file) => [basename(file), text(new URL(file, folder))])),
          ...Object.fromEntries(envs.flatMap((file) => variablesIn(new URL(file, folder)))),
        },
      ] as const,
  );
  const whole: Kustomization = {
    manifests: parts.flatMap(({ manifests }) => manifests),
    configMaps: {
      ...Object.assign({}, ...parts.map(({ configMaps }) => configMaps)),
      ...Object.fromEntries(own),
    },
    images: [...parts.flatMap((part) => part.images), ...images],
  };
  const withComponents = components.reduce(
    (sum, path) => kustomization(new URL(`${path}/`, folder), sum),
    whole,
  );
  return { ...withComponents, manifests: patches.reduce(patchedBy, withComponents.manifests) };
}

export const baseFolder = new URL('../../deploy/k8s/base/', import.meta.url);
export const example = new URL('../../deploy/k8s/overlays/example/', import.meta.url);

/** A component of `deploy/k8s/components` applied to an installation. */
export const withComponent = (name: string, to: Kustomization): Kustomization =>
  kustomization(new URL(`../../deploy/k8s/components/${name}/`, import.meta.url), to);

/** The objects of a kind. */
export const ofKind = ({ manifests }: Kustomization, kind: string): Manifest[] =>
  manifests.filter((one) => one.kind === kind);

/** The one object of this kind and name. */
export function manifestNamed(from: Kustomization, kind: string, name: string): Manifest {
  const found = ofKind(from, kind).filter(({ metadata }) => metadata.name === name);
  if (found.length !== 1)
    throw new Error(
      `deploy/k8s has ${found.length} objects of kind ${kind} named ${name}, not one`,
    );
  return found[0] as Manifest;
}
