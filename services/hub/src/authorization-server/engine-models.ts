import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { acrFor } from '../sessions/assurance.ts';
import type { SignInSession } from '../sessions/sign-in-session.ts';

/** Properties that we keep on the engine's models besides its own. */
const kept = {
  Session: [
    'organizationId',
    'factors',
    'satisfiedAcr',
    'endsAt',
    'idleSeconds',
    'postLoginClients',
  ],
  Grant: ['organizationId'],
} as const;

function keepProperties(model: object, names: readonly string[]): void {
  const own = (model as { IN_PAYLOAD: readonly string[] }).IN_PAYLOAD;
  Object.defineProperty(model, 'IN_PAYLOAD', { get: () => [...own, ...names] });
}

interface ContextPrototype {
  ctx: KoaContextWithOIDC;
  session: SignInSession;
  route: string;
  result?: object;
  params: { prompt?: string; acr_values?: string; scope?: string };
}

/** To choose an account is to sign in, on a page that begins with the question who it is (OpenID Connect Core §3.1.2.1). */
const promptsOf = ({ params }: ContextPrototype): string[] =>
  params.prompt
    ? params.prompt.split(' ').map((name) => (name === 'select_account' ? 'login' : name))
    : [];

/** Endpoints at which a public client names itself without any proof. */
const publicRoutes: ReadonlySet<string> = new Set([
  'token',
  'pushed_authorization_request',
  'device_authorization',
]);

/** Calls back when a public client is named at an endpoint of clients; may throw. */
function watchPublicClients(
  provider: Provider,
  seen: (ctx: KoaContextWithOIDC, client: Client) => void,
): void {
  const context = provider.OIDCContext.prototype as unknown as ContextPrototype & {
    entity(key: string, value: unknown): void;
  };
  const { entity } = context;
  context.entity = function entityOf(this: typeof context, key, value) {
    entity.call(this, key, value);
    const client = value as Client;
    if (key === 'Client' && publicRoutes.has(this.route) && client.clientAuthMethod === 'none')
      seen(this.ctx, client);
  };
}

/** Shapes an engine's models and contexts. `onPublicClient` is called at each request of a public client, and may refuse it. */
export function shapeEngine(
  provider: Provider,
  onPublicClient: (ctx: KoaContextWithOIDC, client: Client) => void,
): void {
  watchPublicClients(provider, onPublicClient);
  for (const [name, names] of Object.entries(kept))
    keepProperties(provider[name as keyof typeof kept], names);

  const context = provider.OIDCContext.prototype as unknown as ContextPrototype;
  Object.defineProperties(context, {
    // One set of cookies a request: the one that is told to send `Secure` cookies on http://localhost as well.
    cookies: {
      get(this: ContextPrototype) {
        return this.ctx.cookies;
      },
    },
    acr: {
      get(this: ContextPrototype) {
        return acrFor(this.params.acr_values?.split(' ') ?? [], this.session);
      },
    },
    // OpenID Connect Core §11: other conditions may stand in for `prompt=consent` with `offline_access`. Ours are a first
    // party, or a consent that covers it: the engine looks here alone.
    prompts: {
      get(this: ContextPrototype) {
        const prompts = new Set(promptsOf(this));
        const has = (name: string): boolean =>
          Set.prototype.has.call(prompts, name) || name === 'consent';
        return Object.assign(prompts, { has });
      },
    },
    promptPending: {
      value(this: ContextPrototype, name: string) {
        const isResolved = this.route.endsWith('resume') && name in (this.result ?? {});
        return promptsOf(this).includes(name) && !isResolved;
      },
    },
  });
  // Every client is told its session id, so that it can tell its own sessions apart.
  (provider.Client.prototype as unknown as { includeSid(): boolean }).includeSid = () => true;
}
