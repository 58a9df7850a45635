import type { Kustomization, Manifest } from './manifests.ts';
import { ofKind } from './manifests.ts';
import { containerOf } from './pod.ts';

type Labels = Record<string, string>;
interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}

/** Who calls: a pod of the platform's namespace, or anything in a namespace with these labels. */
export type Caller = { pod: Labels } | { namespace: Labels };

/** Does a label selector take an object with these labels? An empty one takes all. */
export function takes(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Labels,
): boolean {
  for (const { operator } of matchExpressions)
    if (operator !== 'In') throw new Error(`${operator} is not read here`);
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(
      ({ key, values }) => labels[key] !== undefined && values.includes(labels[key]),
    )
  );
}

interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
}
interface Rule {
  from: Peer[];
  ports: { port: string }[];
}

function isPeer({ podSelector, namespaceSelector, ...rest }: Peer, caller: Caller): boolean {
  if (Object.keys(rest).length > 0 || (podSelector && namespaceSelector))
    throw new Error('peers are one selector here');
  if ('pod' in caller) return podSelector !== undefined && takes(podSelector, caller.pod);
  return namespaceSelector !== undefined && takes(namespaceSelector, caller.namespace);
}

/** May the caller connect to this named port of a Deployment's pods, as the NetworkPolicies have it? */
export function mayReach(from: Kustomization, caller: Caller, to: Manifest, port: string): boolean {
  const { labels } = to.spec.template.metadata as { labels: Labels };
  const policies = ofKind(from, 'NetworkPolicy').filter(({ spec }) =>
    takes(spec.podSelector, labels),
  );
  // A pod that no policy takes is open to all.
  return (
    policies.length === 0 ||
    policies.some(({ spec }) =>
      ((spec.ingress ?? []) as Rule[]).some(
        (rule) =>
          rule.ports.some((one) => one.port === port) &&
          rule.from.some((peer) => isPeer(peer, caller)),
      ),
    )
  );
}

/** The Deployment and its named port behind `host:port` within the cluster. */
export function behind(
  from: Kustomization,
  host: string,
  port: number,
): { deployment: Manifest; port: string } {
  const service = ofKind(from, 'Service').find(({ metadata }) => metadata.name === host);
  const target = (service?.spec.ports as { port: number; targetPort: string }[] | undefined)?.find(
    (one) => one.port === port,
  )?.targetPort;
  const deployment = ofKind(from, 'Deployment').find(({ spec }) =>
    takes({ matchLabels: service?.spec.selector }, spec.template.metadata.labels),
  );
  if (
    !service ||
    !deployment ||
    !(containerOf(deployment).ports as { name: string }[]).some(({ name }) => name === target)
  )
    throw new Error(`nobody is at ${host}:${port}`);
  return { deployment, port: target as string };
}

interface Path {
  path: string;
  pathType: 'Prefix' | 'Exact';
  backend: { service: { name: string } };
}

const fits = ({ path, pathType }: Path, asked: string): boolean =>
  asked === path || (pathType === 'Prefix' && (path === '/' || asked.startsWith(`${path}/`)));

/** The Service that an Ingress sends a request to: an exact path before a prefix, a longer one before a shorter. */
export function routed({ spec }: Manifest, host: string, path: string): string | undefined {
  const rules = spec.rules as { host: string; http: { paths: Path[] } }[];
  const rule =
    rules.find((one) => one.host === host) ??
    rules.find(
      (one) => one.host.startsWith('*.') && host.slice(host.indexOf('.')) === one.host.slice(1),
    );
  const found = (rule?.http.paths ?? [])
    .filter((one) => fits(one, path))
    .sort(
      (a, b) =>
        Number(b.pathType === 'Exact') - Number(a.pathType === 'Exact') ||
        b.path.length - a.path.length,
    );
  return found[0]?.backend.service.name;
}
