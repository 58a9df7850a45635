import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  CheckRequest,
  ExpandNode,
  ExpandRequest,
  ListObjectsRequest,
  ListSubjectsRequest,
} from '@platform/sdk';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { typeIn } from './model-suggestions.ts';
import { expandQuery, objectsQuery, subjectsQuery } from './relation-queries.ts';
import styles from './relations.module.css';

interface NamesProps {
  names: readonly string[];
  truncated: boolean;
  hrefOf: (name: string) => string;
}

function Names({ names, truncated, hrefOf }: NamesProps) {
  const say = useSay('relations');
  return (
    <>
      <p>{say('list.count', { count: names.length })}</p>
      <ul className={styles['names']}>
        {names.map((name) => (
          <li key={name}>
            <Link href={hrefOf(name)}>
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {truncated && <p className={styles['quiet']}>{say('list.truncated')}</p>}
    </>
  );
}

const hrefTo = (question: Record<string, string>): string =>
  `/access/check?${String(new URLSearchParams(question))}`;

function Objects({ request }: { request: ListObjectsRequest }) {
  const { subject, relation } = request;
  const query = useQuery(objectsQuery(request));
  return (
    <Loaded query={query} lines={3}>
      {({ objects, truncated }) => (
        <Names
          names={objects}
          truncated={truncated}
          hrefOf={(object) => hrefTo({ subject, relation, object })}
        />
      )}
    </Loaded>
  );
}

function Subjects({ request }: { request: ListSubjectsRequest }) {
  const { object, relation } = request;
  const query = useQuery(subjectsQuery(request));
  return (
    <Loaded query={query} lines={3}>
      {({ subjects, truncated }) => (
        <Names
          names={subjects}
          truncated={truncated}
          hrefOf={(subject) => hrefTo({ subject, relation, object })}
        />
      )}
    </Loaded>
  );
}

/** The nodes of one level, each with the subjects and usersets that it names. */
const nodesOf = (node: ExpandNode): ExpandNode[] => [
  node,
  ...(node.children ?? []).flatMap(nodesOf),
];

function Level({ request }: { request: ExpandRequest }) {
  const query = useQuery(expandQuery(request));
  const say = useSay('relations');
  return (
    <Loaded query={query} lines={3}>
      {({ tree }) => (
        <ul className={styles['changes']}>
          {nodesOf(tree).flatMap(
            ({ type, name, subjects = [], usersets = [], truncated }, index) => {
              const names = [...subjects, ...usersets];
              if (names.length === 0) return [];
              return [
                <li key={index}>
                  <span className={styles['quiet']}>
                    {say(`expand.${typeOfNode(type)}`, { name })}
                  </span>
                  <ul className={styles['names']}>
                    {names.map((one) => (
                      <li key={one}>
                        <bdi className={styles['code']}>{one}</bdi>
                      </li>
                    ))}
                  </ul>
                  {truncated && <p className={styles['quiet']}>{say('list.truncated')}</p>}
                </li>,
              ];
            },
          )}
        </ul>
      )}
    </Loaded>
  );
}

const typeOfNode = (type: ExpandNode['type']) =>
  type === 'direct' || type === 'computed' ? type : 'tuple_to_userset';

/** Who else has the relation, and to what else the subject has it. They are listed when they are asked for. */
export function CheckLists({ request }: { request: CheckRequest }) {
  const say = useSay('relations');
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const { subject, relation, object, ...around } = request;
  const show = (part: string, title: string) => (
    <Button onPress={() => setShown((before) => new Set([...before, part]))}>{title}</Button>
  );
  const type = typeIn(object);
  return (
    <>
      <Section title={say('check.who', { relation, object })}>
        {shown.has('subjects') ? (
          <Subjects
            request={{ object, relation, subjectFilters: [{ type: typeIn(subject) }], ...around }}
          />
        ) : (
          show('subjects', say('check.who.show'))
        )}
      </Section>
      <Section title={say('check.level', { relation, object })}>
        {shown.has('level') ? (
          <Level request={{ object, relation, ...around }} />
        ) : (
          show('level', say('check.level.show'))
        )}
      </Section>
      <Section title={say('check.what', { subject, relation, type })}>
        {shown.has('objects') ? (
          <Objects request={{ subject, relation, type, ...around }} />
        ) : (
          show('objects', say('check.what.show'))
        )}
      </Section>
    </>
  );
}
