/**
 * The web applications of the platform. Each is served under its name on the host of a tenant, and keeps its session in a cookie of
 * that host.
 */
export const webApps = ['console', 'account', 'setup'] as const;

/** The name of a web application. */
export type WebApp = (typeof webApps)[number];

/** The OAuth client of the web applications: a platform client, which is available in every tenant. */
export const webClientId = 'self-service-bff';

/** Returns the name of the cookie that holds the id of an application's session. */
export const webSessionCookie = (app: WebApp): string => `__Host-${app}`;

/** Request header in which an application names itself, so that its session cookie is used. */
export const webAppHeader = 'x-web-app';

/** Request header with the value `background`: the request does not keep the session from expiring when the user is idle. */
export const webActivityHeader = 'x-web-activity';
