import { addressBytes, parseCidr } from '@platform/kit/ip';
import type { AddressBytes } from '@platform/kit/ip';
import type { Kustomization, Manifest } from './manifests.ts';
import { ofKind } from './manifests.ts';
import { containerOf } from './pod.ts';

type Labels = Record<string, string>;
interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}

/** A place on the network: a pod of the platform's namespace, anything in a namespace with these labels, or an address. */
export type NetworkPeer = { pod: Labels } | { namespace: Labels } | { address: string };

/** Whether a label selector matches an object with these labels. An empty one matches all. */
export function selectsLabels(
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
  ipBlock?: { cidr: string; except?: string[] };
}
interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports?: { port: string | number; protocol?: string }[];
}
interface Port {
  name?: string;
  number: number;
  protocol?: 'TCP' | 'UDP';
}

const isWithin = (network: string, address: string): boolean =>
  parseCidr(network).contains(addressBytes(address) as AddressBytes);

function isPeer({ podSelector, namespaceSelector, ipBlock }: Peer, place: NetworkPeer): boolean {
  if ([podSelector, namespaceSelector, ipBlock].filter(Boolean).length !== 1)
    throw new Error('a peer is one selector or block here');
  if ('pod' in place) return podSelector !== undefined && selectsLabels(podSelector, place.pod);
  if ('namespace' in place)
    return namespaceSelector !== undefined && selectsLabels(namespaceSelector, place.namespace);
  return (
    ipBlock !== undefined &&
    isWithin(ipBlock.cidr, place.address) &&
    !(ipBlock.except ?? []).some((network) => isWithin(network, place.address))
  );
}

/**
 * Whether the policies allow traffic between a pod with these labels and a place, in this direction. A pod that no policy selects
 * is open.
 */
function isOpen(
  from: Kustomization,
  labels: Labels,
  direction: 'Ingress' | 'Egress',
  place: NetworkPeer,
  { name, number, protocol = 'TCP' }: Port,
): boolean {
  const policies = ofKind(from, 'NetworkPolicy').filter(
    ({ spec }) => spec.policyTypes.includes(direction) && selectsLabels(spec.podSelector, labels),
  );
  const rules = policies.flatMap(
    ({ spec }) => (spec[direction.toLowerCase()] ?? []) as readonly Rule[],
  );
  const isPort = ({ ports }: Rule): boolean =>
    !ports ||
    ports.some(
      (one) => (one.port === name || one.port === number) && (one.protocol ?? 'TCP') === protocol,
    );
  return (
    policies.length === 0 ||
    rules.some(
      (rule) => isPort(rule) && (rule.from ?? rule.to ?? []).some((peer) => isPeer(peer, place)),
    )
  );
}

const labelsOf = ({ spec }: Manifest): Labels => spec.template.metadata.labels as Labels;

/** Whether a place may connect to this named port of a Deployment's pods. Its own policies must allow the egress, too. */
export function mayReach(
  from: Kustomization,
  caller: NetworkPeer,
  to: Manifest,
  name: string,
): boolean {
  const ports = containerOf(to).ports as { name: string; containerPort: number }[];
  const found = ports.find((one) => one.name === name);
  if (!found) return false;
  const port = { name, number: found.containerPort };
  return (
    isOpen(from, labelsOf(to), 'Ingress', caller, port) &&
    (!('pod' in caller) || isOpen(from, caller.pod, 'Egress', { pod: labelsOf(to) }, port))
  );
}

/** Whether a Deployment's pods may connect to a place outside the namespace. */
export const mayLeave = (
  from: Kustomization,
  caller: Manifest,
  to: NetworkPeer,
  port: Port,
): boolean => isOpen(from, labelsOf(caller), 'Egress', to, port);

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
    selectsLabels({ matchLabels: service?.spec.selector }, spec.template.metadata.labels),
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

interface RouteRule {
  matches?: { path: { type: 'PathPrefix' | 'Exact'; value: string } }[];
  backendRefs?: { name: string; port: number }[];
  filters?: unknown[];
}

/** The same by HTTPRoutes: `nobody` if a filter answers instead of a Service. */
export function routedBy(from: Kustomization, host: string, path: string): string | undefined {
  const routes = ofKind(from, 'HTTPRoute').filter(({ spec }) => spec.hostnames !== undefined);
  const rules = routes.map(({ spec }) => ({
    host: spec.hostnames[0] as string,
    http: {
      paths: (spec.rules as RouteRule[]).flatMap(({ matches, backendRefs, filters }) =>
        (matches ?? [{ path: { type: 'PathPrefix' as const, value: '/' } }]).map(
          ({ path: { type, value } }): Path => ({
            path: value,
            pathType: type === 'Exact' ? 'Exact' : 'Prefix',
            backend: { service: { name: filters ? 'nobody' : (backendRefs?.[0]?.name ?? '') } },
          }),
        ),
      ),
    },
  }));
  return routed({ spec: { rules } } as Manifest, host, path);
}
