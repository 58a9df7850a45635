import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@platform/sdk';
import { classNames } from '../../kit/class-names.ts';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { ModelVersions } from './model-versions.tsx';
import { ModelWorkbench } from './model-workbench.tsx';
import { modelQuery, storeQuery } from './relation-queries.ts';
import { modelRoute } from './relation-routes.ts';
import styles from './relations.module.css';

const base = '/access/model';

/** Where a tenant without a model begins. */
const template = `model
  schema 1.1

type user

type group
  relations
    define member: [user, group#member]

type document
  relations
    define owner: [user]
    define viewer: [user, group#member] or owner
`;

/** How large the store is, and which revision it has. */
function StoreFacts() {
  const say = useSay('relations');
  const formats = useFormats();
  const query = useQuery(storeQuery());
  return (
    <Loaded query={query} lines={2}>
      {({ revision, tupleCount, maxTuples, modelCount }) => (
        <DefinitionList
          entries={[
            {
              term: say('store.tuples'),
              value: say('store.tuples.of', { count: tupleCount, max: maxTuples }),
            },
            { term: say('store.models'), value: formats.formatNumber(modelCount) },
            { term: say('column.revision'), value: formats.formatNumber(revision) },
          ]}
        />
      )}
    </Loaded>
  );
}

/** A version in the editor: the active one, another one, or the first. */
function ModelEditorView({ version }: { version: string }) {
  const query = useQuery({ ...modelQuery(version), retry: false });
  if (isProblem(query.error, 'no_active_model')) return <ModelWorkbench stored={template} />;
  return (
    <Loaded query={query} lines={12}>
      {(model) => <ModelWorkbench key={model.id} stored={model.dsl} model={model} />}
    </Loaded>
  );
}

/** The authorization model: its text, its graph, its tests and its versions. */
export function ModelPage() {
  const say = useSay('relations');
  const { version = 'active', view } = modelRoute.useSearch();
  return (
    <>
      <PageHeader
        title={say('model.title')}
        actions={
          <ShowCode
            entries={[
              { operation: 'fgaModelGet', parameters: [version] },
              { operation: 'fgaStoreGet' },
            ]}
          />
        }
      />
      <TabLinks
        label={say('model.title')}
        current={view === undefined ? base : `${base}?view=versions`}
        tabs={[
          { href: base, label: say('tab.model') },
          { href: `${base}?view=versions`, label: say('tab.versions') },
        ]}
      />
      <div className={classNames(styles['stack'], styles['belowTabs'])}>
        {view === undefined ? <ModelEditorView version={version} /> : <ModelVersions />}
        <StoreFacts />
      </div>
    </>
  );
}
