import type { Provider } from 'oidc-provider';

/** Properties that the hub adds to models of the library. */
const properties = {
  Session: [
    'organizationId',
    'factors',
    'satisfiedAcr',
    'endsAt',
    'idleSeconds',
    'postLoginClients',
    'origin',
  ],
  Grant: ['organizationId'],
} as const;

/**
 * Stores additional properties with sessions and grants. oidc-provider 9.13 drops every property that a model does not list.
 * Unnecessary when the library has a setting like `extraClientMetadata` for its other models.
 */
export function storeModelProperties(provider: Provider): void {
  for (const [name, more] of Object.entries(properties)) {
    const model = provider[name as keyof typeof properties] as unknown as { IN_PAYLOAD: string[] };
    const all = [...model.IN_PAYLOAD, ...more];
    Object.defineProperty(model, 'IN_PAYLOAD', { get: () => all });
  }
}
