import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isProblem, ipRules } from '@platform/sdk';
import type { IpRuleEvaluation, TenantIpRuleResponse } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { AddIpRuleDialog } from './add-ip-rule-dialog.tsx';
import { ipDecisionQuery, ipRulesQuery } from './settings-queries.ts';
import { ipRulesRoute } from './settings-routes.ts';

type Rule = TenantIpRuleResponse;

function useColumns(onDelete: ((rule: Rule) => void) | undefined): readonly Column<Rule>[] {
  const say = useSay('settings');
  return [
    { id: 'cidr', label: say('ip.cidr'), cell: ({ cidr }) => <code>{cidr}</code> },
    {
      id: 'action',
      label: say('ip.action'),
      isFact: true,
      cell: ({ action }) => (
        <StatusDot state={action === 'allow' ? 'ok' : 'error'}>
          {say(`ip.action.${action}`)}
        </StatusDot>
      ),
    },
    {
      id: 'description',
      label: say('ip.description'),
      cell: ({ description }) => (description === null ? '—' : <Verbatim text={description} />),
    },
    {
      id: 'expires',
      label: say('ip.expires'),
      cell: ({ expiresAt }) =>
        expiresAt === null ? say('ip.always') : <ExactTime at={expiresAt} />,
    },
    ...(onDelete
      ? [
          {
            id: 'delete',
            label: '',
            isFact: true,
            cell: (rule: Rule) => (
              <Button size="small" kind="quiet" onPress={() => onDelete(rule)}>
                {say('ip.delete')}
              </Button>
            ),
          },
        ]
      : []),
  ];
}

function DeleteDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const say = useSay('settings');
  const { cidr, action } = rule;
  const remove = useWrite((api, id: string) => ipRules(api).delete(id), {
    refreshes: ['tenantIpRuleList', 'tenantIpRuleEvaluate'],
    onDone() {
      showToast({ text: say('ip.deleted.toast') });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={say('ip.delete.title', { cidr })}
      consequences={[say(`ip.delete.${action}`, { cidr })]}
      action={say('ip.delete')}
      isDanger
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(rule.id)}
      onClose={onClose}
    />
  );
}

function Decision({ decision }: { decision: IpRuleEvaluation }) {
  const say = useSay('settings');
  const { address, ruleId } = decision;
  return (
    <Banner
      state={decision.decision === 'allow' ? 'ok' : 'error'}
      isLive
      title={say(`ip.test.${decision.decision}`, { address })}
    >
      {ruleId === null ? say('ip.test.noRule') : say('ip.test.byRule', { rule: ruleId })}
    </Banner>
  );
}

/** What the rules decide about an address. */
function AddressTest() {
  const say = useSay('settings');
  const search = ipRulesRoute.useSearch();
  const navigate = ipRulesRoute.useNavigate();
  const { address } = search;
  const query = useQuery({ ...ipDecisionQuery(address), enabled: address !== undefined });
  return (
    <Section title={say('ip.test')}>
      <SearchBox
        label={say('ip.test')}
        value={address}
        minLetters={3}
        onChange={(text) => void navigate({ search: { ...search, address: text }, replace: true })}
      />
      {address !== undefined &&
        (isProblem(query.error, 'invalid_parameter') ? null : (
          <Loaded query={query} lines={2}>
            {(decision) => <Decision decision={decision} />}
          </Loaded>
        ))}
    </Section>
  );
}

/** From which addresses the API and the console may be used. */
export function IpRules() {
  const say = useSay('settings');
  const session = useSession();
  const search = ipRulesRoute.useSearch();
  const navigate = ipRulesRoute.useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const [deleting, setDeleting] = useState<Rule>();
  const { cursors } = search;
  const query = useQuery({
    ...ipRulesQuery({ cursor: cursors && currentCursor(cursors) }),
    placeholderData: keepPreviousData,
  });
  const own = useQuery(ipDecisionQuery());
  const mayAdd = mayCall(session, 'tenantIpRuleCreate');
  const columns = useColumns(mayCall(session, 'tenantIpRuleDelete') ? setDeleting : undefined);
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  return (
    <>
      <Section
        title={say('tab.ipRules')}
        about={
          own.data &&
          say(`ip.decision.${own.data.value.decision}`, { address: own.data.value.address })
        }
        actions={
          mayAdd && (
            <Button kind="primary" onPress={() => setIsAdding(true)}>
              {say('ip.add')}
            </Button>
          )
        }
      >
        <Loaded query={query} lines={6}>
          {(page) => (
            <>
              <DataTable
                label={say('tab.ipRules')}
                columns={columns}
                rows={page.data}
                idOf={({ id }) => id}
                nameOf={({ cidr }) => cidr}
                empty={
                  <EmptyState why="noneYet" title={say('ip.noneYet.title')} level={3}>
                    {say('ip.noneYet.text')}
                  </EmptyState>
                }
              />
              <CursorPager
                cursors={cursors}
                page={page}
                onChange={(next) => void navigate({ search: { ...search, cursors: next } })}
              />
            </>
          )}
        </Loaded>
      </Section>
      <AddressTest />
      {isAdding && (
        <AddIpRuleDialog ownAddress={own.data?.value.address} onClose={() => setIsAdding(false)} />
      )}
      {deleting && <DeleteDialog rule={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}
