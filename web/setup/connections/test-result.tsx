import type { TestSignIn } from '@platform/sdk';
import { Banner } from '../../kit/content/banner.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { failedSignInField } from '../parts/failing-field.ts';
import { useProviderWords } from '../parts/provider-words.ts';
import type { Provider } from '../providers.ts';
import styles from '../parts/run.module.css';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

interface ClaimsProps {
  title: string;
  claims: Record<string, unknown>;
  /** Level of the title: 3 within a section. */
  level?: 2 | 3;
}

/** Claims or attributes with their values. */
export function Claims({ title, claims, level = 3 }: ClaimsProps) {
  const Title = `h${level}` as const;
  return (
    <section>
      <Title>{title}</Title>
      <dl className={styles['claims']}>
        {Object.entries(claims).map(([name, value]) => (
          <div key={name}>
            <dt>
              <Verbatim text={name} />
            </dt>
            <dd>
              <Verbatim text={textOf(value)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface TestResultProps {
  test: Pick<TestSignIn, 'state' | 'result' | 'failure'>;
  provider: Provider;
  level?: 2 | 3;
}

function Failure({ test: { failure }, provider }: TestResultProps) {
  const say = useSay('setup-connections');
  const { nameOf, fieldOf } = useProviderWords();
  if (!failure) return null;
  const field = failedSignInField(failure.detail);
  return (
    <Banner state="error" title={say(`failure.${failure.reason}`)} isLive>
      {field && (
        <p>
          {say('failure.field', { field: fieldOf(provider, field), provider: nameOf(provider) })}
        </p>
      )}
      {failure.detail !== null && (
        <p className={styles['quiet']}>
          <Verbatim text={failure.detail} />
        </p>
      )}
    </Banner>
  );
}

/** How a test sign-in ended: the claims as received, and what they become. */
export function TestResult({ test, provider, level }: TestResultProps) {
  const say = useSay('setup-connections');
  const { nameOf, fieldOf } = useProviderWords();
  const { result } = test;
  if (!result) return <Failure test={test} provider={provider} />;
  const { email, attributes, claims, subject } = result;
  return (
    <>
      <Banner state="ok" isLive>
        {say('test.succeeded')}
      </Banner>
      {email === '' && (
        <Banner state="warning">
          {say('test.noEmail', {
            field: fieldOf(provider, 'attributes'),
            provider: nameOf(provider),
          })}
        </Banner>
      )}
      <Claims
        level={level}
        title={say('test.mapped')}
        claims={{ ...(email && { email }), ...attributes }}
      />
      <Claims
        level={level}
        title={say('test.received', { provider: nameOf(provider) })}
        claims={{ [say('test.subject')]: subject, ...claims }}
      />
    </>
  );
}
