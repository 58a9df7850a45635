import type { LoginFlow, LoginFlowProblem, LoginFlowStep, LoginMethod } from '@platform/contracts';
import { sessionLimits } from './assurance.ts';
import { effectiveFlow } from './effective-flow.ts';
import { hasFactor } from './factor-set.ts';
import { flowProblem } from './flow-problem.ts';
import { reachableFrom, silentCycles } from './flow-graph.ts';
import { isNeverTrue } from './never-true.ts';
import { analysePaths, isCompletable } from './path-analysis.ts';
import type { PathFindings } from './path-analysis.ts';
import { referenceProblems } from './reference-problems.ts';
import type { FlowReferences } from './reference-problems.ts';

type Code = LoginFlowProblem['code'];

/** Outcomes without a default target, which need an edge. */
function requiredOutcomes(step: LoginFlowStep): string[] {
  switch (step.type) {
    case 'identify': {
      const { concealUnknown, homeRealmDiscovery } = step.config;
      const unknown = concealUnknown ? [] : ['not_found'];
      return ['found', ...unknown, ...(homeRealmDiscovery ? ['federated'] : [])];
    }
    case 'authenticate':
      return ['success', ...(step.config.role === 'second' ? ['not_enrolled'] : [])];
    case 'enroll':
      return ['success', ...(step.config.skippable ? ['skipped'] : [])];
    case 'register':
    case 'profile':
    case 'verify_contact':
      return ['success'];
    case 'terms':
      return ['accepted'];
    case 'hook':
      return ['allow'];
    default:
      return [];
  }
}

const wiringProblems = ({ steps }: LoginFlow): LoginFlowProblem[] =>
  steps.flatMap((step, i) =>
    requiredOutcomes(step)
      .filter((outcome) => step.on[outcome] === undefined)
      .map((outcome) =>
        flowProblem(
          'outcome_unwired',
          `/steps/${i}/on/${outcome}`,
          `The outcome ${outcome} of ${step.id} has no next step.`,
        ),
      ),
  );

function graphProblems(flow: LoginFlow): LoginFlowProblem[] {
  const reached = reachableFrom(flow, Object.values(flow.entrypoints));
  const silent = new Set(silentCycles(flow));
  return flow.steps.flatMap(({ id }, i) => [
    ...(reached.has(id)
      ? []
      : [
          flowProblem(
            'step_unreachable',
            `/steps/${i}`,
            `${id} cannot be reached from any entry point.`,
          ),
        ]),
    ...(silent.has(id)
      ? [
          flowProblem(
            'cycle_without_interaction',
            `/steps/${i}`,
            `${id} is part of a cycle without user interaction.`,
          ),
        ]
      : []),
  ]);
}

const neverTrueProblems = ({ steps }: LoginFlow): LoginFlowProblem[] =>
  steps.flatMap((step, i) =>
    step.type !== 'condition'
      ? []
      : step.config.branches.flatMap(({ id, when }, b) =>
          isNeverTrue(when)
            ? [
                flowProblem(
                  'condition_never_true',
                  `/steps/${i}/config/branches/${b}/when`,
                  `The condition of the branch ${id} cannot be true.`,
                ),
              ]
            : [],
        ),
  );

function sessionProblems({ settings }: LoginFlow): LoginFlowProblem[] {
  const level = settings.minimumAssurance;
  const { sessionMaxSeconds, idleMaxSeconds } = sessionLimits[level];
  const code: Code = level === 'aal3' ? 'session_too_long' : 'session_longer_than_recommended';
  const limits = { sessionLifetimeSeconds: sessionMaxSeconds, sessionIdleSeconds: idleMaxSeconds };
  return (Object.keys(limits) as (keyof typeof limits)[])
    .filter((name) => settings[name] > (limits[name] ?? Infinity))
    .map((name) =>
      flowProblem(code, `/settings/${name}`, `${level} allows at most ${limits[name]} seconds.`),
    );
}

/** Methods that are lost with a device. */
const isDeviceBound = (method: LoginMethod): boolean =>
  ['totp', 'sms_code', 'passkey', 'security_key'].includes(method);

const recoveryProblems = ({ steps }: LoginFlow): LoginFlowProblem[] =>
  steps.flatMap((step, i) =>
    step.type === 'authenticate' && step.config.methods.every(isDeviceBound)
      ? [
          flowProblem(
            'no_recovery',
            `/steps/${i}/config/methods`,
            `Users who lose their device cannot complete ${step.id}: offer recovery_code or another method.`,
          ),
        ]
      : [],
  );

function phishingProblems({ steps, settings }: LoginFlow): LoginFlowProblem[] {
  if (settings.minimumAssurance !== 'aal2') return [];
  const asked = steps.flatMap((step) =>
    step.type === 'authenticate' || step.type === 'enroll' ? step.config.methods : [],
  );
  const offered = settings.stepUp === 'auto' ? [...asked, ...settings.stepUpMethods] : asked;
  if (offered.some((method) => method === 'passkey' || method === 'security_key')) return [];
  return [
    flowProblem(
      'phishing_resistant_option_missing',
      '/settings/minimumAssurance',
      'aal2 requires that a passkey or security key can be used (NIST SP 800-63B-4 §2.2.2).',
    ),
  ];
}

/** Problems of steps that some path reaches without what they require. */
function pathStepProblems(
  { steps }: LoginFlow,
  findings: readonly PathFindings[],
): LoginFlowProblem[] {
  const has = (name: 'identifierMissing' | 'sameKind', id: string): boolean =>
    findings.some((found) => found[name].has(id));
  const setsAt = (id: string) =>
    findings.flatMap(({ completions }) => completions.filter(({ step }) => step === id));
  return steps.flatMap(({ id }, i) => [
    ...(has('identifierMissing', id)
      ? [
          flowProblem(
            'identifier_missing',
            `/steps/${i}/config/methods`,
            `On some paths, the user has not been identified before ${id}: add an identify step before it, or set collectIdentifier.`,
          ),
        ]
      : []),
    ...(has('sameKind', id)
      ? [
          flowProblem(
            'second_factor_same_kind',
            `/steps/${i}/config/methods`,
            `On some paths, ${id} does not add a new kind of factor.`,
          ),
        ]
      : []),
    ...(setsAt(id).some(({ set }) => !hasFactor(set))
      ? [
          flowProblem(
            'first_factor_missing',
            `/steps/${i}`,
            `On some paths, ${id} is reached without any factor.`,
          ),
        ]
      : []),
  ]);
}

/** Problems of the assurance of each entry point. */
function pathEndProblems(
  flow: LoginFlow,
  findings: Readonly<Record<string, PathFindings>>,
): LoginFlowProblem[] {
  const effective = effectiveFlow(flow);
  return Object.entries(findings).flatMap(([name, { completions }]) => {
    const pointer = `/entrypoints/${name}`;
    if (completions.length === 0)
      return [flowProblem('no_completion', pointer, `No path from ${name} completes.`)];
    const isUnmet = completions.some(({ set }) => hasFactor(set) && !isCompletable(set, effective));
    const { minimumAssurance } = flow.settings;
    return isUnmet
      ? [
          flowProblem(
            'assurance_unmet',
            pointer,
            `A path from ${name} does not reach ${minimumAssurance}, and step-up cannot raise its assurance.`,
          ),
        ]
      : [];
  });
}

/** All problems of a flow, errors first. `references`: the state of the objects that it names. */
export function problemsOf(flow: LoginFlow, references: FlowReferences = {}): LoginFlowProblem[] {
  const findings = Object.fromEntries(
    Object.keys(flow.entrypoints).map((entrypoint) => [
      entrypoint,
      analysePaths(effectiveFlow(flow, { entrypoint })),
    ]),
  );
  const found = [
    ...wiringProblems(flow),
    ...graphProblems(flow),
    ...pathStepProblems(flow, Object.values(findings)),
    ...pathEndProblems(flow, findings),
    ...sessionProblems(flow),
    ...referenceProblems(flow, references),
    ...neverTrueProblems(flow),
    ...recoveryProblems(flow),
    ...phishingProblems(flow),
  ];
  return found.toSorted(
    (a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'),
  );
}

/** Whether a flow can be activated. */
export const hasErrors = (problems: readonly LoginFlowProblem[]): boolean =>
  problems.some(({ severity }) => severity === 'error');
