import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { accessPolicies } from '@platform/sdk';
import type { CreatePolicyRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Form } from '../../kit/form/form.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { ControlFields } from './control-fields.tsx';
import { GeneralFields } from './general-fields.tsx';
import { placedFindings } from './placed-findings.ts';
import { newPolicyRoute } from './policy-routes.ts';
import { newPolicyValues, policyCreation } from './policy-values.ts';
import type { PolicyValues } from './policy-values.ts';
import { Simulator } from './simulator.tsx';
import styles from './policies.module.css';

/** Creates a policy, with the simulator beside. */
export function NewPolicy() {
  const say = useSay('policies');
  const sayProblem = useSay('problems');
  const navigate = useNavigate();
  const { clientId } = newPolicyRoute.useParams();
  const [defaultValues] = useState(newPolicyValues);
  const form = useForm<PolicyValues>({ defaultValues, mode: 'onTouched' });
  const create = useWrite(
    (api, body: CreatePolicyRequest, key) => accessPolicies(api).create(clientId, body, key),
    { refreshes: ['conditionalAccessPolicyList'] },
  );
  const shared = { form, isReadOnly: false };

  async function save(_: unknown, values: PolicyValues) {
    try {
      const { id, name } = await create.mutateAsync(policyCreation(values));
      showToast({ text: say('created.toast', { name }) });
      void navigate({
        to: '/applications/$clientId/policies/$policyId',
        params: { clientId, policyId: id },
      });
    } catch (error) {
      return placedFindings(findingsOf(error, sayProblem));
    }
  }

  const candidate = () => {
    const body = policyCreation(form.getValues());
    return { ...body, name: body.name || '…' };
  };
  return (
    <div className={styles['beside']}>
      <Form
        form={form}
        save={save}
        submit={
          <div>
            <Button kind="primary" type="submit" isPending={form.formState.isSubmitting}>
              {say('create')}
            </Button>
          </div>
        }
      >
        <Section
          title={say('create')}
          actions={
            <ShowCode
              entries={[
                {
                  operation: 'conditionalAccessPolicyCreate',
                  parameters: [clientId],
                  body: policyCreation(form.watch()),
                },
              ]}
            />
          }
        >
          <GeneralFields {...shared} />
        </Section>
        <Section title={say('controls')}>
          <ControlFields {...shared} />
        </Section>
        <Section title={say('conditions')} about={say('conditions.about')}>
          <ConditionFields {...shared} />
        </Section>
      </Form>
      <Simulator clientId={clientId} candidateOf={candidate} />
    </div>
  );
}
