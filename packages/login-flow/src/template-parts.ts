import { LoginFlowDefinition, writableFlow } from '@platform/contracts';
import type { LoginFlow, LoginFlowInput } from '@platform/contracts';

type StepInput = LoginFlowInput['steps'][number];
type StepConfig<T extends StepInput['type']> = Extract<StepInput, { type: T }>['config'];

/** A template before its assurance is computed. */
export interface TemplateSource {
  id: string;
  name: string;
  description: string;
  definition: LoginFlow;
}

/** A template with all defaults filled in. */
export const template = (
  id: string,
  {
    name,
    description,
    ...flow
  }: Omit<LoginFlowInput, 'schemaVersion' | 'entrypoints'> & { description: string },
): TemplateSource => ({
  id,
  name,
  description,
  definition: writableFlow(
    LoginFlowDefinition.parse({
      schemaVersion: 1,
      name,
      description,
      entrypoints: { default: flow.steps[0]?.id ?? '' },
      ...flow,
    }),
  ),
});

/** An identify step; an unknown person continues like a known one, unless `on` says otherwise. */
export const identify = (
  on: Record<string, string>,
  config: Partial<StepConfig<'identify'>> = {},
): StepInput => ({
  id: 'identify',
  type: 'identify',
  config: { identifiers: ['email', 'username'], ...config },
  on,
});

export const authenticate = (
  id: string,
  config: StepConfig<'authenticate'>,
  on: Record<string, string>,
): StepInput => ({ id, type: 'authenticate', config, on });

export const enroll = (
  id: string,
  config: StepConfig<'enroll'>,
  on: Record<string, string>,
): StepInput => ({ id, type: 'enroll', config, on });

/** The last step of every template. */
export const done: StepInput = { id: 'done', type: 'complete' };
