import type { ReactNode } from 'react';
import { isProblem } from '@platform/sdk';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';

/** Says that there is no model yet, where a page needs one. */
export function NoModel({ error, children }: { error: unknown; children: ReactNode }) {
  const say = useSay('relations');
  if (!isProblem(error, 'no_active_model')) return children;
  return (
    <EmptyState
      why="noneYet"
      title={say('noModel.title')}
      actions={<ButtonLink href="/access/model">{say('noModel.action')}</ButtonLink>}
    >
      {say('noModel.text')}
    </EmptyState>
  );
}
