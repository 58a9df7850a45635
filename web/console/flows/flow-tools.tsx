import { useState } from 'react';
import { ListTree, Play, Plus, Redo2, Settings2, Undo2, Workflow } from 'lucide-react';
import type { LoginFlowDefinition } from '@platform/sdk';
import { hasErrors } from '@platform/login-flow';
import type { LoginFlowProblem } from '@platform/contracts';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { useIsNarrow } from '../../kit/media.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { ActivateDialog } from './activate-dialog.tsx';
import { AddStepDialog } from './add-step-dialog.tsx';
import { asFlow } from './flow-draft.ts';
import type { FlowDraft } from './flow-draft.ts';
import { editorRoute } from './flow-routes.ts';
import { TemplatesDialog } from './templates-dialog.tsx';
import styles from './flows.module.css';

interface FlowToolsProps {
  work: FlowDraft;
  active: LoginFlowDefinition;
  problems: readonly LoginFlowProblem[];
  select: (id: string) => void;
}

type Panel = 'simulation' | 'settings';
type Opened = 'step' | 'templates' | 'activate';

/** Which view shows the draft. On a phone, it is the outline. */
function ViewLinks() {
  const say = useSay('flows');
  const { view, ...others } = editorRoute.useSearch();
  const rest = new URLSearchParams(others as Record<string, string>);
  const hrefOf = (outline: boolean) => {
    const query = new URLSearchParams(rest);
    if (outline) query.set('view', 'outline');
    return `/sign-in/flows?${query}`;
  };
  const links = [
    { id: 'graph', icon: Workflow, isOutline: false },
    { id: 'outline', icon: ListTree, isOutline: true },
  ] as const;
  return (
    <nav aria-label={say('view')} className={styles['views']}>
      {links.map(({ id, icon, isOutline }) => {
        const isCurrent = (view === 'outline') === isOutline;
        return (
          <ButtonLink
            key={id}
            size="small"
            kind={isCurrent ? 'plain' : 'quiet'}
            href={hrefOf(isOutline)}
            aria-current={isCurrent ? 'page' : undefined}
          >
            <Icon of={icon} />
            {say(`view.${id}`)}
          </ButtonLink>
        );
      })}
    </nav>
  );
}

/** The actions on the draft. */
export function FlowTools({ work, active, problems, select }: FlowToolsProps) {
  const say = useSay('flows');
  const session = useSession();
  const isNarrow = useIsNarrow();
  const search = editorRoute.useSearch();
  const { panel } = search;
  const navigate = editorRoute.useNavigate();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const toggle = (name: Panel) =>
    void navigate({
      search: { ...search, panel: panel === name ? undefined : name },
      replace: true,
      resetScroll: false,
    });
  const { saved, changeCount } = work;
  const mayEdit = mayCall(session, 'loginFlowPutDraft');
  const cannotActivate = changeCount > 0 || hasErrors(problems);
  return (
    <div className={styles['tools']}>
      {!isNarrow && <ViewLinks />}
      <div className={styles['toolButtons']}>
        {mayEdit && (
          <>
            <IconButton
              label={say('undo')}
              icon={Undo2}
              size="small"
              isDisabled={!work.undo}
              onPress={work.undo}
            />
            <IconButton
              label={say('redo')}
              icon={Redo2}
              size="small"
              isDisabled={!work.redo}
              onPress={work.redo}
            />
            <Button size="small" kind="quiet" onPress={() => setOpened('step')}>
              <Icon of={Plus} />
              {say('step.add')}
            </Button>
            <Button size="small" kind="quiet" onPress={() => setOpened('templates')}>
              {say('templates')}
            </Button>
          </>
        )}
        <Button
          size="small"
          kind={panel === 'settings' ? 'plain' : 'quiet'}
          aria-expanded={panel === 'settings'}
          onPress={() => toggle('settings')}
        >
          <Icon of={Settings2} />
          {say('settings')}
        </Button>
        <Button
          size="small"
          aria-expanded={panel === 'simulation'}
          onPress={() => toggle('simulation')}
        >
          <Icon of={Play} />
          {say('simulate')}
        </Button>
        {saved && mayCall(session, 'loginFlowActivate') && (
          <Button
            size="small"
            kind={changeCount > 0 ? 'plain' : 'primary'}
            isDisabled={cannotActivate}
            onPress={() => setOpened('activate')}
          >
            {say('activate')}
          </Button>
        )}
      </div>
      {opened === 'step' && <AddStepDialog work={work} onAdded={select} onClose={close} />}
      {opened === 'templates' && <TemplatesDialog saved={saved} onClose={close} />}
      {opened === 'activate' && saved && (
        <ActivateDialog
          active={active}
          next={asFlow(saved)}
          source={{ source: 'draft', expectedDraftRevision: saved.revision ?? 1 }}
          problems={problems}
          onClose={close}
        />
      )}
    </div>
  );
}
