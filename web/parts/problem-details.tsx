import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Problem } from '@platform/sdk';
import { CopyableId } from '../kit/content/copyable.tsx';
import { Verbatim } from '../kit/content/verbatim.tsx';
import { useSay } from '../kit/words/words-context.ts';
import styles from './problem-details.module.css';

const guidanceQuery = {
  queryKey: ['guidance'],
  queryFn: async () => (await import('../generated/guidance.ts')).guidance,
  staleTime: Infinity,
};

/** Why a problem occurs, and how to fix it: for those who call the API themselves. */
function Guidance({ code }: { code: string }) {
  const { data } = useQuery(guidanceQuery);
  const found = data?.[code];
  if (!found) return null;
  return (
    <>
      <p>{found.cause}</p>
      <p>{found.fix}</p>
    </>
  );
}

/** The facts of a problem for support, folded up. */
export function ProblemDetails({ problem }: { problem: Problem }) {
  const say = useSay('app');
  const [isOpen, setIsOpen] = useState(false);
  const { code, detail, requestId } = problem;
  return (
    <details
      className={styles['details']}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{say('details')}</summary>
      <p>
        <Verbatim text={detail} /> <code>{code}</code>
      </p>
      {problem.errors.map((error) => (
        <p key={`${error.pointer ?? ''} ${error.code}`}>
          {error.pointer !== undefined && <code>{error.pointer}</code>}{' '}
          <Verbatim text={error.detail} />
        </p>
      ))}
      {isOpen && <Guidance code={code} />}
      {requestId !== undefined && (
        <p>
          {say('requestId')} <CopyableId text={requestId} />
        </p>
      )}
    </details>
  );
}
