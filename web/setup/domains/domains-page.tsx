import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { setup } from '@platform/sdk';
import type { AddSetupDomainRequest, OrganizationDomain } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { pollWhile } from '../../client/query.ts';
import { useWrite } from '../../client/write.ts';
import { setupDomainCreate } from '../../generated/forms/setup.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { Form } from '../../kit/form/form.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { DomainRecord } from '../../parts/domain-record.tsx';
import { useFieldRules } from '../../parts/field-rules.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SendToColleague } from '../parts/send-to-colleague.tsx';
import { domainsQuery } from '../queries.ts';
import styles from '../parts/choice.module.css';

const dots = { pending: 'info', verified: 'ok', lapsed: 'warning', failed: 'error' } as const;
const refreshes = ['setupDomainList', 'setupGet'] as const;

/** A domain: the record to create, what DNS answers, and a check now. */
function Domain({ domain }: { domain: OrganizationDomain }) {
  const say = useSay('organizations');
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, displayDomain, state } = domain;
  const verify = useWrite((api, of: string, key) => setup(api).domains.verify(of, key), {
    refreshes,
  });
  const remove = useWrite((api, of: string) => setup(api).domains.delete(of), { refreshes });
  return (
    <Section
      title={displayDomain}
      actions={
        <>
          <StatusDot state={dots[state]}>{say(`domain.${state}`)}</StatusDot>
          {state !== 'verified' && (
            <Button size="small" isPending={verify.isPending} onPress={() => verify.mutate(id)}>
              {say('domain.verify')}
            </Button>
          )}
          <Button
            size="small"
            aria-label={say('domain.removeOf', { domain: displayDomain })}
            onPress={() => setIsRemoving(true)}
          >
            {say('domain.remove')}
          </Button>
        </>
      }
    >
      {verify.error && <ProblemNote error={verify.error} />}
      {state !== 'verified' && <DomainRecord domain={domain} />}
      {isRemoving && (
        <ConfirmWrite
          title={say('domain.remove.title', { domain: displayDomain })}
          consequences={[say('domain.remove.joins'), say('domain.remove.free')]}
          action={say('domain.remove')}
          write={remove}
          input={id}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </Section>
  );
}

interface DomainValues {
  domain: string;
  joins: boolean;
}

/** Adds a domain; its record is shown next. */
function AddDomain() {
  const say = useSay('organizations');
  const sayProblem = useSay('problems');
  const rulesOf = useFieldRules(setupDomainCreate);
  const form = useForm<DomainValues>({ defaultValues: { domain: '', joins: false } });
  const add = useWrite(
    (api, body: AddSetupDomainRequest, key) => setup(api).domains.create(body, key),
    { refreshes },
  );
  return (
    <Form
      form={form}
      save={async (_, { domain, joins }) => {
        try {
          const enrollment = joins ? 'auto_join' : 'none';
          await add.mutateAsync({ domain: domain.trim(), enrollment });
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={
        <div>
          <Button kind="primary" type="submit" isPending={form.formState.isSubmitting}>
            {say('domain.add')}
          </Button>
        </div>
      }
    >
      <FormField form={form} name="domain" label={say('domain')} rules={rulesOf('domain')}>
        {(field) => <TextField {...field} hint={say('domain.hint')} isCode autoComplete="off" />}
      </FormField>
      <FormField form={form} name="joins" label={say('domain.joins')}>
        {({ value, ...field }) => (
          <Checkbox {...field} isSelected={value} hint={say('domain.joins.hint')} />
        )}
      </FormField>
    </Form>
  );
}

/** The domains of the organization. */
export function DomainsPage() {
  const sayFrame = useSay('setup');
  const say = useSay('organizations');
  const query = useQuery({
    ...domainsQuery,
    ...pollWhile<{ data: OrganizationDomain[] }>(
      ({ data }) => data.some(({ state }) => state !== 'verified'),
      10_000,
    ),
  });
  return (
    <div className={styles['choice']}>
      <PageHeader
        title={sayFrame('task.domains')}
        crumbs={[{ label: sayFrame('overview.title'), href: '/' }]}
        meta={say('noDomains.text')}
      />
      <Loaded query={query} lines={5}>
        {({ data }) => (
          <div>
            {data.map((domain) => (
              <Domain key={domain.id} domain={domain} />
            ))}
            <Section title={say('domain.add')}>
              {/* Empty again once there is another one. */}
              <AddDomain key={data.length} />
            </Section>
            {data.some(({ state }) => state === 'verified') && (
              <ButtonLink href="/">{sayFrame('overview.back')}</ButtonLink>
            )}
            <SendToColleague />
          </div>
        )}
      </Loaded>
    </div>
  );
}
