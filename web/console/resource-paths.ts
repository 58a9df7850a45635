/** Where the page of a resource is, by its type: the path before its id. */
const paths: Readonly<Partial<Record<string, string>>> = {
  user: '/users',
  organization: '/organizations',
  directory: '/directories',
  application: '/applications',
  webhook_endpoint: '/webhooks',
  hook: '/hooks',
  ssf_receiver: '/shared-signals',
  siem_sink: '/log-streams',
  social_connector: '/sign-in/methods',
  consent_purpose: '/privacy/purposes',
  erasure_request: '/privacy/requests/erasure',
  access_request: '/privacy/requests/access',
  role: '/access/roles',
  api_resource: '/apis',
};

/** Resources that are shown in a list or on the page of another resource. */
const places: Readonly<Record<string, (organizationId: string | null) => string | undefined>> = {
  activation: () => '/access/elevation',
  login_domain: () => '/sign-in/domains',
  organization_domain: (organizationId) =>
    organizationId === null ? undefined : `/organizations/${organizationId}/domains`,
};

/** The page on which a resource is shown; undefined if there is none. */
export function resourceHref({
  type,
  id,
  organizationId,
}: {
  type: string;
  id: string;
  organizationId: string | null;
}): string | undefined {
  if (Object.hasOwn(paths, type)) return `${paths[type]}/${encodeURIComponent(id)}`;
  return Object.hasOwn(places, type) ? places[type]?.(organizationId) : undefined;
}
