import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** An object of Kubernetes, as it stands in its file. */
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

interface File {
  resources?: string[];
  configMapGenerator?: { name: string; files?: string[]; envs?: string[] }[];
  images?: Kustomization['images'];
}

/**
 * What a folder of `deploy/k8s` holds, with what it stands on: `resources`, `configMapGenerator` and `images`, which is
 * what our files use of `kustomize` besides numbers of replicas. Names keep no hash.
 */
export function kustomization(folder: URL): Kustomization {
  const {
    resources = [],
    configMapGenerator = [],
    images = [],
  } = parse(text(new URL('kustomization.yaml', folder))) as File;
  const parts = resources.map((path): Kustomization => {
    const at = new URL(path, folder);
    return statSync(at).isDirectory()
      ? kustomization(new URL(`${path}/`, folder))
      : { manifests: documentsIn(at), configMaps: {}, images: [] };
  });
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
  return {
    manifests: parts.flatMap(({ manifests }) => manifests),
    configMaps: {
      ...Object.assign({}, ...parts.map(({ configMaps }) => configMaps)),
      ...Object.fromEntries(own),
    },
    images: [...parts.flatMap((part) => part.images), ...images],
  };
}

export const base = new URL('../../deploy/k8s/base/', import.meta.url);
export const example = new URL('../../deploy/k8s/overlays/example/', import.meta.url);

/** The objects of a kind. */
export const ofKind = ({ manifests }: Kustomization, kind: string): Manifest[] =>
  manifests.filter((one) => one.kind === kind);

/** The one object of this kind and name. */
export function named(from: Kustomization, kind: string, name: string): Manifest {
  const found = ofKind(from, kind).filter(({ metadata }) => metadata.name === name);
  if (found.length !== 1) throw new Error(`there are ${found.length} of ${kind} ${name}`);
  return found[0] as Manifest;
}
