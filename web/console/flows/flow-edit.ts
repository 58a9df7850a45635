import type { LoginFlow, LoginFlowDefinition, LoginFlowStep } from '@platform/contracts';
import { exitsOf, mainExit, withExit } from './flow-exits.ts';

export type StepType = LoginFlowStep['type'];

/** The writable part of a definition, without the members that only responses have. */
export const flowOf = ({
  schemaVersion,
  name,
  description,
  entrypoints,
  steps,
  settings,
}: LoginFlowDefinition): LoginFlow => ({
  schemaVersion,
  name,
  ...(description !== undefined && { description }),
  entrypoints,
  steps,
  settings,
});

/** Types in the order in which they are offered. */
export const stepTypes = [
  'identify',
  'authenticate',
  'enroll',
  'register',
  'profile',
  'verify_contact',
  'terms',
  'condition',
  'hook',
  'complete',
  'deny',
] as const satisfies readonly StepType[];

/** The settings of a new step, by its type; those of a condition depend on where it leads. */
const configs = {
  identify: { identifiers: ['email'], homeRealmDiscovery: false, concealUnknown: true },
  authenticate: {
    role: 'first',
    methods: ['password'],
    connectors: [],
    collectIdentifier: false,
    maxAttempts: 5,
    reuseSession: true,
  },
  enroll: { methods: ['passkey'], skippable: true, graceDays: 0 },
  register: {
    attributes: [{ name: 'email', required: true }],
    initialMethods: [],
    requireVerifiedEmail: true,
  },
  profile: { attributes: [{ name: 'displayName', required: false }], skippable: false },
  verify_contact: { channel: 'email' },
  terms: { docTypes: ['terms_of_service'] },
  hook: { hookId: '', timeoutMilliseconds: 3_000, onError: 'deny' },
  complete: {},
  deny: { reason: 'access_denied' },
} as const;

/** An id of a step that is free, from words. */
export function freeId(words: string, taken: ReadonlySet<string>): string {
  const plain = words
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, 36);
  const base = plain || 'step';
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(id)) return id;
  }
}

/** Where a new condition leads until that is changed. */
const fallback = ({ steps }: LoginFlow): string =>
  (steps.find(({ type }) => type === 'complete') ?? steps[0])?.id ?? '';

/** A new step, with a free id. Nothing leads to it yet. */
export function newStep(flow: LoginFlow, type: StepType, title: string): LoginFlowStep {
  const id = freeId(title || type, new Set(flow.steps.map((step) => step.id)));
  const next = fallback(flow);
  const config =
    type === 'condition'
      ? {
          branches: [
            { id: 'known_device', when: { fact: 'device.known', op: 'eq', value: true }, next },
          ],
          otherwise: next,
        }
      : configs[type];
  const step = { id, type, ...(title && { title }), config, on: {} };
  return structuredClone(step) as unknown as LoginFlowStep;
}

const mapped = (flow: LoginFlow, change: (step: LoginFlowStep) => LoginFlowStep): LoginFlow => ({
  ...flow,
  steps: flow.steps.map(change),
});

/** Replaces a step. */
export const withStep = (flow: LoginFlow, step: LoginFlowStep): LoginFlow =>
  mapped(flow, (one) => (one.id === step.id ? step : one));

/** Adds a step, after an exit of another one: what followed there then follows the new step. */
export function insertStep(
  flow: LoginFlow,
  step: LoginFlowStep,
  after?: { step: string; exit: string },
): LoginFlow {
  const before = flow.steps.find(({ id }) => id === after?.step);
  if (!after || !before) return { ...flow, steps: [...flow.steps, step] };
  const followed = exitsOf(before).find(({ id }) => id === after.exit)?.to;
  const main = mainExit(step);
  const wired = main && followed !== undefined ? withExit(step, main.id, followed) : step;
  const connected = withStep(flow, withExit(before, after.exit, step.id));
  return { ...connected, steps: [...connected.steps, wired] };
}

/** Removes a step: what led to it leads to what followed it, or nowhere. */
export function removeStep(flow: LoginFlow, id: string): LoginFlow {
  const removed = flow.steps.find((step) => step.id === id);
  const follower = removed && mainExit(removed)?.to;
  const next = follower === id ? undefined : follower;
  const rest = flow.steps.filter((step) => step.id !== id);
  const rewired = rest.map((step) =>
    exitsOf(step)
      .filter(({ to }) => to === id)
      .reduce((one, exit) => withExit(one, exit.id, next ?? elsewhere(exit.kind, rest)), step),
  );
  const entrypoints = Object.fromEntries(
    Object.entries(flow.entrypoints).map(([name, to]) => [
      name,
      to === id ? (next ?? rest[0]?.id ?? '') : to,
    ]),
  );
  return { ...flow, entrypoints, steps: rewired };
}

/** An outcome may lead nowhere, a branch may not. */
const elsewhere = (kind: string, rest: readonly LoginFlowStep[]): string | undefined =>
  kind === 'outcome' ? undefined : rest[0]?.id;
