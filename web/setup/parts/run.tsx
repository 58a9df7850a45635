import type { ReactNode } from 'react';
import { Check, Circle, CircleDot } from 'lucide-react';
import { classNames } from '../../kit/class-names.ts';
import { Icon } from '../../kit/controls/icon.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useIsNarrow } from '../../kit/media.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { SendToColleague } from './send-to-colleague.tsx';
import styles from './run.module.css';

/** A step of a run. */
export interface RunStep {
  id: string;
  label: string;
  isDone: boolean;
  /** Absent: it cannot be opened yet. */
  href?: string;
}

interface StepsProps {
  steps: readonly RunStep[];
  current: string;
}

const iconOf = ({ id, isDone }: RunStep, current: string) => {
  if (id === current) return CircleDot;
  return isDone ? Check : Circle;
};

function StepList({ steps, current }: StepsProps) {
  const say = useSay('setup');
  return (
    <ol className={styles['steps']}>
      {steps.map((step) => (
        <li
          key={step.id}
          className={classNames(styles['step'], step.id === current && styles['current'])}
          aria-current={step.id === current ? 'step' : undefined}
        >
          <Icon of={iconOf(step, current)} />
          {step.href !== undefined && step.id !== current ? (
            <Link href={step.href} isQuiet>
              {step.label}
            </Link>
          ) : (
            <span>{step.label}</span>
          )}
          {step.isDone && <span className="visually-hidden">{say('step.done')}</span>}
        </li>
      ))}
    </ol>
  );
}

/** The steps beside the page; on a phone a bar that unfolds. */
function Steps({ steps, current }: StepsProps) {
  const say = useSay('setup');
  const isNarrow = useIsNarrow();
  const index = steps.findIndex(({ id }) => id === current);
  const list = <StepList steps={steps} current={current} />;
  return (
    <nav aria-label={say('steps')} className={styles['side']}>
      {isNarrow ? (
        <details className={styles['bar']} key={current}>
          <summary>
            {say('step.of', {
              number: index + 1,
              total: steps.length,
              label: steps[index]?.label ?? '',
            })}
          </summary>
          {list}
        </details>
      ) : (
        list
      )}
    </nav>
  );
}

export interface RunProps extends StepsProps {
  title: string;
  /** The list that the run belongs to. */
  crumb: { label: string; href: string };
  status?: ReactNode;
  guide?: ReactNode;
  /** `CopyValues`. */
  values?: ReactNode;
  children: ReactNode;
}

/** A page of a run: the steps, what to do at the product, what to copy there, and what to enter here. */
export function Run({ title, crumb, status, steps, current, guide, values, children }: RunProps) {
  const say = useSay('setup');
  return (
    <>
      <PageHeader
        title={title}
        status={status}
        crumbs={[{ label: say('overview.title'), href: '/' }, crumb]}
      />
      <div className={classNames(styles['run'], values !== undefined && styles['withValues'])}>
        <Steps steps={steps} current={current} />
        {guide && <div className={styles['guideArea']}>{guide}</div>}
        {values && <div className={styles['valuesArea']}>{values}</div>}
        <div className={styles['work']}>
          {children}
          <SendToColleague />
        </div>
      </div>
    </>
  );
}
