import { writableFlow } from '@platform/contracts';
import type {
  LoginFlow,
  LoginFlowSimulationInput,
  LoginFlowSimulationResource,
  loginFlowOperations,
} from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { invalid, problem } from '@platform/kit/problem';
import {
  InvalidSimulationError,
  effectiveFlow,
  simulate,
  simulatedFacts,
} from '@platform/login-flow';
import { findBinding } from './binding-store.ts';
import { problemsNow } from './drafts.ts';
import type { FlowRules } from './drafts.ts';
import type { FlowConnector } from './flow-references.ts';
import { checksumOf } from './login-flow-record.ts';
import { findDraft, findHead, findFlowVersion } from './login-flow-store.ts';

type SimulationOperations = Pick<typeof loginFlowOperations, 'loginFlowSimulate'>;
type Source = Pick<LoginFlowSimulationResource, 'source' | 'version' | 'revision'> & {
  definition: LoginFlow;
};

async function draftSource(tx: Tx): Promise<Source | undefined> {
  const draft = await findDraft(tx);
  if (!draft) return undefined;
  const { definition, revision } = draft;
  return { source: 'draft', version: null, revision, definition };
}

async function versionSource(
  tx: Tx,
  source: 'active' | 'version',
  number: number,
): Promise<Source | undefined> {
  const found = await findFlowVersion(tx, number);
  return found && { source, version: number, revision: null, definition: found.definition };
}

/** The flow to simulate. */
async function sourceOf(tx: Tx, input: LoginFlowSimulationInput): Promise<Source> {
  const { source, version = 0, definition } = input;
  if (source === 'inline' && definition)
    return { source, version: null, revision: null, definition: writableFlow(definition) };
  const active = async () => versionSource(tx, 'active', (await findHead(tx)).activeVersion);
  const finders = {
    draft: () => draftSource(tx),
    version: () => versionSource(tx, 'version', version),
    active,
    inline: async () => undefined,
  };
  const found = source ? await finders[source]() : ((await draftSource(tx)) ?? (await active()));
  if (!found) throw problem('not_found', { detail: `The login flow has no ${source ?? 'flow'}` });
  return found;
}

/** Runs the evaluator; an answer that does not fit is an error of the caller. */
function simulated(...[flow, facts, answers]: Parameters<typeof simulate>) {
  try {
    return simulate(flow, facts, answers);
  } catch (error) {
    if (!(error instanceof InvalidSimulationError)) throw error;
    throw invalid(`/answers/${error.index}/${error.member}`, 'invalid_format', error.message);
  }
}

const enabledNames = (connectors: readonly FlowConnector[]): string[] =>
  connectors.filter(({ enabled }) => enabled).map(({ provider }) => provider);

export const simulationHandlers = ({
  rules,
  now,
}: {
  rules: FlowRules;
  now: () => Date;
}): Handlers<SimulationOperations> => ({
  async loginFlowSimulate({ body, read }) {
    const { clientId, context, answers } = body;
    const { definition, ...source } = await read((tx) => sourceOf(tx, body));
    const { binding, connectors, problems } = await read(async (tx) => ({
      binding: clientId === undefined ? undefined : await findBinding(tx, clientId),
      connectors: await rules.connectors(tx),
      problems: await problemsNow(tx, definition, rules),
    }));
    const flow = effectiveFlow(definition, { binding, entrypoint: body.entrypoint });
    if (!Object.hasOwn(definition.entrypoints, flow.entrypoint))
      throw invalid('/entrypoint', 'not_found', `must be an entry point of the flow`);
    const facts = simulatedFacts(context, {
      now: now().getTime(),
      clientId,
      unavailable: rules.unavailable,
      connectors: enabledNames(connectors),
    });
    const result = simulated(flow, facts, answers);
    return { ...source, ...result, checksum: checksumOf(definition), problems };
  },
});
