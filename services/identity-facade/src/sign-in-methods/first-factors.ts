import { webClientId } from '@platform/contracts';
import type { LoginFlow, LoginMethod } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { connectorStates } from '../connectors/offered-connectors.ts';
import { effectiveLogin } from '../login-flows/effective-login.ts';

/** What the login flow of the account accepts as the first factor. */
export interface FirstFactors {
  methods: ReadonlySet<LoginMethod>;
  /** The social connectors that are enabled. */
  connectors: ReadonlySet<string>;
}

/** The methods of the steps that can be the first factor. */
const firstMethods = ({ steps }: Pick<LoginFlow, 'steps'>): ReadonlySet<LoginMethod> =>
  new Set(
    steps.flatMap((step) =>
      step.type === 'authenticate' && step.config.role !== 'second' ? step.config.methods : [],
    ),
  );

/** Reads what users of the account can sign in with. */
export async function firstFactors(tx: Tx): Promise<FirstFactors> {
  const { definition } = await effectiveLogin(tx, { clientId: webClientId });
  const states = await connectorStates(tx);
  const enabled = states.filter((connector) => connector.enabled);
  return {
    methods: firstMethods(definition),
    connectors: new Set(enabled.map(({ provider }) => provider)),
  };
}
