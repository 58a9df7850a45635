import { KeyRound } from 'lucide-react';
import { Avatar } from '../../kit/content/avatar.tsx';
import { Badge, StatusDot } from '../../kit/content/badge.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { CopyableId, CopyableValue } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { Markdown } from '../../kit/content/markdown.tsx';
import type { MarkdownNode } from '../../kit/content/markdown.tsx';
import { Progress } from '../../kit/content/progress.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Skeleton } from '../../kit/content/skeleton.tsx';
import type { State } from '../../kit/content/states.ts';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { sample } from '../settings.ts';
import { Grid, Specimen, Specimens } from '../specimen.tsx';

const states: State[] = ['ok', 'warning', 'error', 'info'];
const id = 'usr_01h2xcejqtf2nbrexx3vqjhp41';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const text = (value: string): MarkdownNode => ({ type: 'text', value });
const step = (...children: MarkdownNode[]): MarkdownNode => ({
  type: 'listItem',
  children: [{ type: 'paragraph', children }],
});
const guide: MarkdownNode[] = [
  {
    type: 'list',
    ordered: true,
    children: [
      step(text(sample('Open the tab ')), { type: 'strong', children: [text('Sign On')] }),
      step(text(sample('Enter the format ')), { type: 'inlineCode', value: 'EmailAddress' }),
    ],
  },
  { type: 'code', value: '(&(objectCategory=person)(objectClass=user))' },
];

export const ContentPage = () => (
  <Specimens title="Content">
    {states.map((state) => (
      <Banner
        key={state}
        state={state}
        title={sample('Deliveries to billing.acme.com have failed for 3 hours')}
        actions={<Button size="small">{sample('See why')}</Button>}
      >
        {sample('1,204 deliveries are held, because the endpoint is strict about order.')}
      </Banner>
    ))}
    <Banner state="info">{sample('Managed by Okta. Changes are made there.')}</Banner>
    <Specimen title="Status">
      {([...states, 'neutral'] as const).map((state) => (
        <StatusDot key={state} state={state}>
          {sample(
            {
              ok: 'Active',
              warning: 'Degraded',
              error: 'Failed',
              info: 'Invited',
              neutral: 'Draft',
            }[state],
          )}
        </StatusDot>
      ))}
      {([...states, 'neutral'] as const).map((state) => (
        <Badge key={state} state={state}>
          {sample('Primary')}
        </Badge>
      ))}
    </Specimen>
    <Specimen title="Avatars">
      {['Ada Lovelace', 'grace@example.com', '王小明', 'Élodie', 'z'].map((name) => (
        <Avatar key={name} name={name} />
      ))}
      <Avatar name="Acme Ltd" shape="square" size={40} />
      <Avatar name="Ledger" shape="square" size={24} />
    </Specimen>
    <Specimen title="Ids and times">
      <CopyableId text={id} label={sample('Copy user ID')} />
      <CopyableId text={id} isShort />
      <RelativeTime at={minutesAgo(0)} />
      <RelativeTime at={minutesAgo(12)} />
      <RelativeTime at={minutesAgo(60 * 26)} />
      <RelativeTime at="2026-03-03T10:41:00Z" />
      <ExactTime at="2026-03-03T10:41:00Z" />
      <Verbatim text={'invoice\u202egpj.exe and a\u200bb'} />
    </Specimen>
    <ItemList label={sample('Connections')}>
      <Item
        icon={KeyRound}
        title={sample('Okta')}
        badges={<StatusDot state="ok">{sample('Active')}</StatusDot>}
        facts={['SAML 2.0', sample('Used 2 hours ago')]}
        actions={<Button size="small">{sample('Review')}</Button>}
      />
    </ItemList>
    <Markdown nodes={guide} />
    <CopyableValue text="https://demo.id.example.com/federation/saml/acs/con_01h2xcejqtf2nbrexx3vqjhp41" />
    <Section
      title={sample('Sessions')}
      about={sample('Where this account is signed in. Ending a session signs that device out.')}
      actions={<Button size="small">{sample('End all 2')}</Button>}
    >
      <DefinitionList
        entries={[
          { term: sample('Email'), value: 'ada@example.com' },
          { term: sample('User ID'), value: <CopyableId text={id} /> },
          { term: sample('Created'), value: <ExactTime at="2026-03-03T10:41:00Z" /> },
          {
            term: sample('Notes'),
            value: sample(
              'A long value that goes on for more than one line, so that one sees how lines follow each other in the second column of the list.',
            ),
          },
        ]}
      />
    </Section>
    <Section title={sample('Loading')}>
      <Skeleton lines={4} />
      <Progress label={sample('Import of users')} share={0.4} />
    </Section>
    <Grid>
      <Section title={sample('Card')} isCard>
        <p>{sample('A card in a grid of others.')}</p>
      </Section>
      <Section title={sample('Another card')} isCard>
        <Skeleton />
      </Section>
    </Grid>
    <Grid>
      <EmptyState
        why="noneYet"
        title={sample('No webhooks yet')}
        actions={<Button kind="primary">{sample('Create webhook')}</Button>}
      >
        {sample('Webhooks tell your systems what happens here, as it happens.')}
      </EmptyState>
      <EmptyState
        why="noneMatch"
        title={sample('No user matches')}
        actions={<Button>{sample('Clear filters')}</Button>}
      />
      <EmptyState why="notAllowed" title={sample('You can’t see webhooks')}>
        {sample('You need the permission “Read webhook endpoints”.')}
      </EmptyState>
      <EmptyState
        why="couldNotLoad"
        title={sample('Users couldn’t be loaded')}
        actions={<Button>{sample('Try again')}</Button>}
      >
        {sample('The service isn’t responding. Request ID req_01h2xcej')}
      </EmptyState>
    </Grid>
  </Specimens>
);
