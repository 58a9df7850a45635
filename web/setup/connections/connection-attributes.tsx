import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import type { SetupDirectory } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { testSignInQuery } from '../queries.ts';
import { claimMappingOf, claimNames, samlAttributes, userProperties } from './attribute-names.ts';
import type { UserProperty } from './attribute-names.ts';
import { stepHref } from './connection-steps.ts';
import { useConnectionWrites } from './connection-writes.ts';
import { Claims } from './test-result.tsx';
import styles from '../parts/run.module.css';

interface AttributesProps {
  connection: SetupDirectory;
  test: string | undefined;
}

/** What the last test sign-in has received, to compare with. */
function Sample({ connection: { id }, test = '' }: AttributesProps) {
  const say = useSay('setup-connections');
  const { data } = useQuery({ ...testSignInQuery(id, test), enabled: test !== '' });
  const result = data?.value.result;
  if (!result) return <p className={styles['quiet']}>{say('attributes.noSample')}</p>;
  return <Claims title={say('attributes.sample')} claims={result.claims} />;
}

/** SAML: the names under which the attributes are found. They are sent as one of these, so nothing is set here. */
function SamlAttributes(props: AttributesProps) {
  const say = useSay('setup-connections');
  const sayFrame = useSay('setup');
  const { connection, test } = props;
  return (
    <>
      <dl className={styles['claims']}>
        {userProperties.map((property) => (
          <div key={property}>
            <dt>{say(`property.${property}`)}</dt>
            <dd>
              {samlAttributes[property].map((name) => (
                <span key={name}>
                  <code>
                    <Verbatim text={name} />
                  </code>{' '}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Sample {...props} />
      <div>
        <ButtonLink kind="primary" href={stepHref(connection.id, 'test', test)}>
          {sayFrame('continue')}
        </ButtonLink>
      </div>
    </>
  );
}

interface MappingValues {
  config: { claimMapping: Record<UserProperty, string>; requireVerifiedEmail: boolean };
}

/** OpenID Connect: the claims that become properties of a user. */
function OidcAttributes(props: AttributesProps) {
  const say = useSay('setup-connections');
  const sayFrame = useSay('setup');
  const sayProblem = useSay('problems');
  const navigate = useNavigate();
  const { connection, test } = props;
  const { update } = useConnectionWrites();
  const config = connection.config as Partial<MappingValues['config']>;
  const form = useForm<MappingValues>({
    defaultValues: {
      config: {
        claimMapping: { ...claimNames, ...config.claimMapping },
        requireVerifiedEmail: config.requireVerifiedEmail ?? true,
      },
    },
  });
  return (
    <Form
      form={form}
      save={async (_, values) => {
        try {
          await update.mutateAsync({
            id: connection.id,
            body: {
              config: {
                claimMapping: claimMappingOf(values.config.claimMapping),
                requireVerifiedEmail: values.config.requireVerifiedEmail,
              },
            },
          });
          void navigate({ href: stepHref(connection.id, 'test', test) });
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={
        <div>
          <Button kind="primary" type="submit" isPending={form.formState.isSubmitting}>
            {sayFrame('continue')}
          </Button>
        </div>
      }
    >
      {userProperties.map((property) => (
        <FormField
          key={property}
          form={form}
          name={`config.claimMapping.${property}`}
          label={say(`property.${property}`)}
        >
          {(field) => (
            <TextField {...field} hint={say('claim.hint')} isCode isOptional autoComplete="off" />
          )}
        </FormField>
      ))}
      <FormField form={form} name="config.requireVerifiedEmail" label={say('requireVerifiedEmail')}>
        {({ value, ...field }) => (
          <Checkbox {...field} isSelected={value} hint={say('requireVerifiedEmail.hint')} />
        )}
      </FormField>
      <Sample {...props} />
    </Form>
  );
}

/** Which attributes the provider sends, and what they become here. */
export function ConnectionAttributes(props: AttributesProps) {
  const say = useSay('setup-connections');
  const Attributes = props.connection.kind === 'saml' ? SamlAttributes : OidcAttributes;
  return (
    <>
      <Banner state="info">{say('attributes.about')}</Banner>
      <Attributes {...props} />
    </>
  );
}
