import type { DiagnosticReport } from '@platform/sdk';
import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react';
import { classNames } from '../../kit/class-names.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { Areas } from '../../messages/areas.ts';
import type { Provider } from '../providers.ts';
import { failingField } from './failing-field.ts';
import { useProviderWords } from './provider-words.ts';
import { stepNames } from './step-names.ts';
import styles from './run.module.css';

type Step = DiagnosticReport['steps'][number];
type TestKey = keyof Areas['setup-tests'];

const icons = {
  ok: CircleCheck,
  warning: TriangleAlert,
  failed: CircleAlert,
  skipped: CircleMinus,
} as const;

const isNamed = (name: string): name is (typeof stepNames)[number] =>
  (stepNames as readonly string[]).includes(name);

/** What helps with a step: the field at the product, and what the platform has found. */
function Remedy({ step: { name, detail, evidence }, provider }: StepProps) {
  const say = useSay('setup-tests');
  const { nameOf, fieldOf } = useProviderWords();
  const key = failingField(name);
  const field = key && fieldOf(provider, key);
  return (
    <div className={styles['more']}>
      {isNamed(name) && (
        <p>
          {say(`remedy.${name}` as TestKey, {
            field: field ?? '',
            provider: nameOf(provider),
          })}
        </p>
      )}
      {detail && (
        <p className={styles['quiet']}>
          <Verbatim text={detail} />
        </p>
      )}
      {evidence && <Evidence evidence={evidence} />}
    </div>
  );
}

/** What a step has found, as the platform reports it. */
const Evidence = ({ evidence }: { evidence: Record<string, unknown> }) => (
  <p className={styles['quiet']}>
    {Object.entries(evidence).map(([name, value]) => (
      <span key={name}>
        <code>{name}</code>{' '}
        <Verbatim text={typeof value === 'string' ? value : JSON.stringify(value)} />{' '}
      </span>
    ))}
  </p>
);

interface StepProps {
  step: Step;
  provider: Provider;
}

function Finding({ step, provider }: StepProps) {
  const say = useSay('setup-tests');
  const { name, status, durationMs, evidence } = step;
  const needsCare = status === 'failed' || status === 'warning';
  return (
    <li className={classNames(styles['finding'], styles[status])}>
      <Icon of={icons[status]} />
      <span>
        <span className="visually-hidden">{say(`status.${status}`)}: </span>
        {isNamed(name) ? say(`step.${name}`) : <Verbatim text={name} />}
      </span>
      <span className={styles['duration']}>{status !== 'skipped' && `${durationMs} ms`}</span>
      {needsCare && <Remedy step={step} provider={provider} />}
      {!needsCare && evidence && (
        <div className={styles['more']}>
          <Evidence evidence={evidence} />
        </div>
      )}
    </li>
  );
}

export interface ReportProps {
  report: Pick<DiagnosticReport, 'ok' | 'steps'>;
  provider: Provider;
}

/** The steps of a test: what each has found, and which field at the product to correct. */
export function Report({ report: { ok, steps }, provider }: ReportProps) {
  const say = useSay('setup-tests');
  return (
    <div>
      <Banner state={ok ? 'ok' : 'error'} isLive>
        {say(ok ? 'report.ok' : 'report.failed')}
      </Banner>
      <ul className={styles['report']}>
        {steps.map((step) => (
          <Finding key={step.name} step={step} provider={provider} />
        ))}
      </ul>
    </div>
  );
}
