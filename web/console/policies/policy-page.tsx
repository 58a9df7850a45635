import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { accessPolicies, isProblem } from '@platform/sdk';
import type { AccessPolicy } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import type { Read } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDraft } from '../../parts/draft.ts';
import { useIsFresh } from '../../parts/is-fresh.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { ControlFields } from './control-fields.tsx';
import { GeneralFields } from './general-fields.tsx';
import { placedFindings } from './placed-findings.ts';
import { PolicyActions } from './policy-actions.tsx';
import type { Label } from './policy-fields.tsx';
import { policyQuery } from './policy-queries.ts';
import { policyRoute } from './policy-routes.ts';
import { policyCreation, policyPatch, policyValues } from './policy-values.ts';
import type { PolicyValues } from './policy-values.ts';
import { Simulator } from './simulator.tsx';
import styles from './policies.module.css';

const ownLabels = ['name', 'description', 'mode', 'priority'];

interface PolicyFormProps {
  read: Read<AccessPolicy>;
  isReadOnly: boolean;
}

/** Changes a policy. The simulator takes it as it is in the form. */
function PolicyForm({ read, isReadOnly }: PolicyFormProps) {
  const say = useSay('policies');
  const session = useSession();
  const { id, clientId } = read.value;
  const form = useForm<PolicyValues>({
    defaultValues: policyValues(read.value),
    mode: 'onTouched',
  });
  const { save, conflict } = useConditionalSave({
    form,
    read,
    valuesOf: policyValues,
    send: (api, _patch, ifMatch) =>
      accessPolicies(api).update(
        clientId,
        id,
        // The values that were read, which a conflict replaces by those of the other person.
        policyPatch(form.formState.defaultValues as PolicyValues, form.getValues()),
        ifMatch === undefined ? {} : { ifMatch },
      ),
    reread: (api) => accessPolicies(api).get(clientId, id),
    refreshes: ['conditionalAccessPolicyGet', 'conditionalAccessPolicyList'],
  });
  useDraft(form, `policy ${id}`);
  const shared = { form, isReadOnly };
  return (
    <div className={styles['beside']}>
      <Form form={form} save={async (patch) => placedFindings(await save(patch))}>
        <Section title={read.value.name} actions={<PolicyActions policy={read.value} />}>
          <GeneralFields {...shared} />
        </Section>
        <Section title={say('controls')}>
          <ControlFields {...shared} />
        </Section>
        <Section title={say('conditions')} about={say('conditions.about')}>
          <ConditionFields {...shared} />
        </Section>
      </Form>
      {mayCall(session, 'conditionalAccessPolicySimulate') && (
        <Simulator
          clientId={clientId}
          replaces={id}
          candidateOf={() => policyCreation(form.getValues())}
        />
      )}
      {conflict && (
        <ConflictDialog
          {...conflict}
          labelOf={(name) => say((ownLabels.includes(name) ? name : `field.${name}`) as Label)}
        />
      )}
    </div>
  );
}

/** A policy of an application, as a form. */
export function PolicyPage() {
  const sayApp = useSay('app');
  const session = useSession();
  const { clientId, policyId } = policyRoute.useParams();
  const query = useQuery(policyQuery(clientId, policyId));
  const isFresh = useIsFresh(query);
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  const isReadOnly = !mayCall(session, 'conditionalAccessPolicyUpdate');
  return (
    <Loaded query={query} lines={10}>
      {(policy, read) => (
        <>
          {isReadOnly && <Banner state="info">{sayApp('readOnly')}</Banner>}
          {isFresh && <PolicyForm key={policy.id} read={read} isReadOnly={isReadOnly} />}
        </>
      )}
    </Loaded>
  );
}
