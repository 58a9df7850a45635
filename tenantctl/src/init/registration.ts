import { usageError } from '@platform/command-line/failure';
import type { Application, ApplicationsResource } from '@platform/sdk';
import type { Framework } from './frameworks.ts';

/** The application that a project needs. */
export interface WantedApplication {
  clientId: string;
  name: string;
  type: 'web' | 'spa';
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  /** Origins whose browsers redeem codes. */
  allowedOrigins?: string[];
}

/** What happened to the application. */
export interface Registration {
  action: 'registered' | 'updated' | 'found';
  /** Of a new application. */
  clientSecret?: string | undefined;
}

/** The application of a project that browsers reach at a URL. */
export function wantedApplication(
  { type, callback }: Framework,
  { clientId, name, url }: { clientId: string; name: string; url: string },
): WantedApplication {
  return {
    clientId,
    name,
    type,
    redirectUris: [`${url}${callback}`],
    postLogoutRedirectUris: [`${url}/`],
    ...(type === 'spa' && { allowedOrigins: [url] }),
  };
}

const lists = ['redirectUris', 'postLogoutRedirectUris', 'allowedOrigins'] as const;

/** The lists of an application that lack a wanted entry, with it. */
function missing(application: Application, wanted: WantedApplication) {
  const changes = lists.flatMap((name) => {
    const present = application[name];
    const all = new Set([...present, ...(wanted[name] ?? [])]);
    return all.size > present.length ? [[name, [...all]] as const] : [];
  });
  return changes.length > 0 ? Object.fromEntries(changes) : undefined;
}

/**
 * Registers an application, or finds the one with its client id. What is set on it already stays: other redirect URIs are kept.
 * @throws Error if the client id is that of an application of another type, or of none although the project has its secret
 */
export async function registerApplication(
  applications: ApplicationsResource,
  wanted: WantedApplication,
  { hasSecret }: { hasSecret: boolean },
): Promise<Registration> {
  const { clientId, type } = wanted;
  const found = await applications.get(clientId).result();
  if (!found.ok && found.problem.status !== 404) throw found.problem;
  if (!found.ok) {
    if (hasSecret)
      throw usageError(
        `The tenant has no application ${clientId}, whose secret is in .env. Choose another sign-in with --profile, or remove CLIENT_ID and CLIENT_SECRET from .env.`,
      );
    const { clientSecret } = await applications.create(wanted);
    return { action: 'registered', clientSecret };
  }
  const { value: application } = found;
  if (application.type !== type)
    throw usageError(
      `The application ${clientId} in .env has the type ${application.type}, but this project needs ${type}. Remove the client id from .env to register another application.`,
    );
  const changes = missing(application, wanted);
  if (!changes) return { action: 'found' };
  await applications.update(clientId, changes);
  return { action: 'updated' };
}
