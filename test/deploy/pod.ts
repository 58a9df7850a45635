import type { ConfigSources } from '@platform/kit/config';
import type { Kustomization, Manifest } from './manifests.ts';

interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
}

/** A value for a key of a Secret; undefined when there is none. */
export type SecretOf = (secret: string, key: string, isOptional: boolean) => string | undefined;

/** The one container of a Deployment. */
export const containerOf = ({ spec, metadata }: Manifest) => {
  const { containers } = spec.template.spec;
  if (containers.length !== 1)
    throw new Error(`${metadata.name} has ${containers.length} containers`);
  return containers[0];
};

/** The containers of a Deployment that run before its process does. */
export const initContainersOf = ({ spec }: Manifest) => spec.template.spec.initContainers ?? [];

/** The variables common to all containers of a Deployment. */
export const toldIn = (deployment: Manifest): Variable[] =>
  [containerOf(deployment), ...initContainersOf(deployment)].flatMap(
    ({ env }) => env as Variable[],
  );

/** The variables of a Deployment's process, or of another of its containers. Throws for a ConfigMap or a needed Secret that is not there, as Kubernetes does. */
export function environmentOf(
  deployment: Manifest,
  { configMaps }: Kustomization,
  secretOf: SecretOf,
  container: unknown = containerOf(deployment),
): Record<string, string> {
  const { env, envFrom = [] } = container as {
    env: Variable[];
    envFrom?: { configMapRef: { name: string } }[];
  };
  const environment: Record<string, string> = {};
  for (const {
    configMapRef: { name },
  } of envFrom) {
    if (!configMaps[name]) throw new Error(`there is no ConfigMap ${name}`);
    Object.assign(environment, configMaps[name]);
  }
  for (const { name, value, valueFrom } of env) {
    const ref = valueFrom?.secretKeyRef;
    const given = ref ? secretOf(ref.name, ref.key, ref.optional ?? false) : value;
    if (given === undefined && !ref?.optional) throw new Error(`${name} has no value`);
    if (given !== undefined) environment[name] = given;
  }
  return environment;
}

interface Volume {
  name: string;
  secret?: { secretName: string };
  configMap?: { name: string };
  projected?: {
    sources: {
      serviceAccountToken: { audience: string; path: string; expirationSeconds: number };
    }[];
  };
}

export const volumesOf = (deployment: Manifest): Volume[] =>
  deployment.spec.template.spec.volumes as Volume[];

/** The mount paths of each volume in a Deployment's process. */
export function mountsOf(
  deployment: Manifest,
): { path: string; isReadOnly: boolean; volume: Volume }[] {
  const volumes = volumesOf(deployment);
  const mounts = containerOf(deployment).volumeMounts as {
    name: string;
    mountPath: string;
    readOnly?: boolean;
  }[];
  return mounts.map(({ name, mountPath, readOnly = false }) => {
    const volume = volumes.find((one) => one.name === name);
    if (!volume) throw new Error(`there is no volume ${name}`);
    return { path: mountPath, isReadOnly: readOnly, volume };
  });
}

/** Files with projected tokens that a Deployment's process sees, by path. */
export const tokensOf = (
  deployment: Manifest,
): Map<string, { audience: string; expirationSeconds: number }> =>
  new Map(
    mountsOf(deployment).flatMap(({ path, volume }) =>
      (volume.projected?.sources ?? []).map(
        ({ serviceAccountToken: { audience, path: file, expirationSeconds } }) =>
          [`${path}/${file}`, { audience, expirationSeconds }] as const,
      ),
    ),
  );

/** The configuration sources of a Deployment's process. */
export function sourcesOf(
  deployment: Manifest,
  from: Kustomization,
  secretOf: SecretOf,
): ConfigSources {
  const environment = environmentOf(deployment, from, secretOf);
  const file = environment['PLATFORM_CONFIG'] ?? '';
  for (const { path, volume } of mountsOf(deployment)) {
    const text =
      volume.configMap && file.startsWith(`${path}/`)
        ? from.configMaps[volume.configMap.name]?.[file.slice(path.length + 1)]
        : undefined;
    if (text !== undefined) return { yaml: { text, name: file }, environment };
  }
  throw new Error(`${deployment.metadata.name} sees no ${file}`);
}
