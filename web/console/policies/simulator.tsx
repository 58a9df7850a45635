import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { accessPolicies } from '@platform/sdk';
import type { AccessPolicySimulation, CreatePolicyRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { noSignals, simulationRequest } from './signal-values.ts';
import type { SignalValues } from './signal-values.ts';
import { SignalFields } from './signal-fields.tsx';
import { SimulationResult } from './simulation-result.tsx';

export interface SimulatorProps {
  clientId: string;
  /** The policy of a form, which is evaluated with the others as if it were enabled. */
  candidateOf?: () => CreatePolicyRequest;
  /** A saved policy that the candidate replaces. */
  replaces?: string;
}

/** Evaluates the policies of an application with signals that the user chooses, and says which condition matched and why. */
export function Simulator({ clientId, candidateOf, replaces }: SimulatorProps) {
  const say = useSay('policies');
  const sayProblem = useSay('problems');
  const form = useForm<SignalValues>({ defaultValues: noSignals });
  const [result, setResult] = useState<AccessPolicySimulation>();
  const simulate = useWrite(
    (api, body: ReturnType<typeof simulationRequest>) =>
      accessPolicies(api).simulate(clientId, body),
    { refreshes: [] },
  );
  const bodyOf = (values: SignalValues) => simulationRequest(values, candidateOf?.());

  async function run(_: unknown, values: SignalValues) {
    try {
      setResult(await simulate.mutateAsync(bodyOf(values)));
    } catch (error) {
      return findingsOf(error, sayProblem);
    }
  }

  const entry = {
    operation: 'conditionalAccessPolicySimulate',
    parameters: [clientId],
    body: bodyOf(form.watch()),
  } as const;
  return (
    <Section
      title={say('simulator')}
      about={say(candidateOf ? 'simulator.candidate' : 'simulator.about')}
      actions={<ShowCode entries={[entry]} />}
      isCard
    >
      <Form
        form={form}
        save={run}
        submit={
          <div>
            <Button kind="primary" type="submit" isPending={form.formState.isSubmitting}>
              {say('run')}
            </Button>
          </div>
        }
      >
        <SignalFields form={form} />
      </Form>
      {result && <SimulationResult of={result} replaces={replaces} />}
    </Section>
  );
}
