import type { LoginFlow, LoginFlowProblem, LoginFlowStep, LoginMethod } from '@platform/contracts';
import { flowProblem } from './flow-problem.ts';

/** The state of an object that a flow references. `unchecked`: its service did not respond. */
export type ReferenceState = 'present' | 'missing' | 'unchecked';

/** The states of the external objects that a flow references. Absent ones are not checked. */
export interface FlowReferences {
  unavailable?: Readonly<Partial<Record<LoginMethod, string>>>;
  /** The social connectors of the tenant. */
  connectors?: readonly { provider: string; enabled: boolean }[];
  hooks?: ReadonlyMap<string, ReferenceState>;
  docTypes?: ReadonlyMap<string, ReferenceState>;
  /** Entry points of bound clients that follow the active flow. */
  boundEntrypoints?: readonly string[];
}

type Step<T extends LoginFlowStep['type']> = Extract<LoginFlowStep, { type: T }>;

const listed = (member: string, methods: readonly LoginMethod[]) =>
  methods.map((method, m) => ({ method, pointer: `/config/${member}/${m}` }));

/** The methods that a step needs, with their pointers. */
function methodsOf(step: LoginFlowStep): { method: LoginMethod; pointer: string }[] {
  switch (step.type) {
    case 'authenticate':
    case 'enroll':
      return listed('methods', step.config.methods);
    case 'register':
      return listed('initialMethods', step.config.initialMethods);
    case 'verify_contact':
      // A text message proves a phone number.
      return step.config.channel === 'phone'
        ? [{ method: 'sms_code', pointer: '/config/channel' }]
        : [];
    default:
      return [];
  }
}

const methodProblems = (step: LoginFlowStep, at: string, { unavailable = {} }: FlowReferences) =>
  methodsOf(step).flatMap(({ method, pointer }) => {
    const reason = unavailable[method];
    if (reason === undefined) return [];
    const detail = `${method} is not available: ${reason}.`;
    return [flowProblem('method_unavailable', `${at}${pointer}`, detail)];
  });

function connectorProblems(
  { id, config }: Step<'authenticate'>,
  at: string,
  { connectors }: FlowReferences,
): LoginFlowProblem[] {
  if (!connectors || !config.methods.includes('social')) return [];
  const isEnabled = connectors.some(({ enabled }) => enabled);
  if (config.connectors.length === 0 && config.methods.length === 1 && !isEnabled)
    return [
      flowProblem(
        'connector_missing',
        `${at}/config/methods`,
        `${id} offers only social, but no connector is enabled.`,
      ),
    ];
  return config.connectors.flatMap((provider, c) => {
    const connector = connectors.find((one) => one.provider === provider);
    const pointer = `${at}/config/connectors/${c}`;
    if (!connector)
      return [
        flowProblem('connector_missing', pointer, `The connector ${provider} does not exist.`),
      ];
    return connector.enabled
      ? []
      : [flowProblem('connector_disabled', pointer, `The connector ${provider} is disabled.`)];
  });
}

function stateProblems(
  states: ReadonlyMap<string, ReferenceState> | undefined,
  {
    name,
    code,
    pointer,
  }: { name: string; code: 'hook_missing' | 'doc_type_missing'; pointer: string },
): LoginFlowProblem[] {
  const what =
    code === 'hook_missing' ? 'enabled login_flow hook' : 'active legal document of the type';
  switch (states?.get(name)) {
    case 'missing':
      return [flowProblem(code, pointer, `The ${what} ${name} does not exist.`)];
    case 'unchecked':
      return [
        flowProblem('reference_unchecked', pointer, `The ${what} ${name} could not be checked.`),
      ];
    default:
      return [];
  }
}

function stepProblems(step: LoginFlowStep, at: string, known: FlowReferences): LoginFlowProblem[] {
  switch (step.type) {
    case 'authenticate':
      return [...methodProblems(step, at, known), ...connectorProblems(step, at, known)];
    case 'hook': {
      const pointer = `${at}/config/hookId`;
      const { hookId } = step.config;
      return stateProblems(known.hooks, { name: hookId, code: 'hook_missing', pointer });
    }
    case 'terms':
      return step.config.docTypes.flatMap((name, d) =>
        stateProblems(known.docTypes, {
          name,
          code: 'doc_type_missing',
          pointer: `${at}/config/docTypes/${d}`,
        }),
      );
    default:
      return methodProblems(step, at, known);
  }
}

function entrypointProblems({ entrypoints }: LoginFlow, { boundEntrypoints = [] }: FlowReferences) {
  const missing = boundEntrypoints.filter((name) => !Object.hasOwn(entrypoints, name));
  return [...new Set(missing)].map((name) =>
    flowProblem(
      'binding_entrypoint_missing',
      '/entrypoints',
      `A client that uses the active flow is bound to the entry point ${name}.`,
    ),
  );
}

/** Problems of a flow's references to external objects. */
export const referenceProblems = (flow: LoginFlow, known: FlowReferences): LoginFlowProblem[] => [
  ...flow.steps.flatMap((step, i) => stepProblems(step, `/steps/${i}`, known)),
  ...entrypointProblems(flow, known),
];
