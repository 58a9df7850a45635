import type { GraphEdge, GraphNode } from '../../kit/graph/graph-data.ts';
import { formText, relationsOf } from './model-json.ts';
import type { ModelJson, ModelRelation, SubjectForm, Userset } from './model-json.ts';

/** Words that a graph needs. */
export interface GraphWords {
  and: string;
  butNot: string;
  from: (relation: string) => string;
  subtracted: string;
  with: (condition: string) => string;
}

interface Drawing {
  nodes: GraphNode[];
  edges: GraphEdge[];
  words: GraphWords;
}

const idOf = ({ type, name }: Pick<ModelRelation, 'type' | 'name'>): string => `${type}#${name}`;

function connect(
  { edges }: Drawing,
  from: string,
  to: string,
  more: Pick<GraphEdge, 'label' | 'isDashed' | 'tone'> = {},
): void {
  edges.push({ id: `${from} ${to} ${edges.length}`, from, to, ...more });
}

/** A form of subject comes from its type, or from the relation that a userset names. */
const sourceOf = ({ type, relation }: SubjectForm): string =>
  relation === undefined ? type : `${type}#${relation}`;

/** Draws how subjects come to `into`: a relation, or an operator of it. */
function draw(drawing: Drawing, relation: ModelRelation, userset: Userset, into: string): void {
  const { words } = drawing;
  const {
    this: direct,
    computedUserset,
    tupleToUserset,
    union,
    intersection,
    difference,
  } = userset;
  if (direct)
    for (const form of relation.forms)
      connect(drawing, sourceOf(form), into, {
        label: labelOf(form, words),
        isDashed: form.condition !== undefined,
      });
  if (computedUserset) connect(drawing, `${relation.type}#${computedUserset.relation}`, into);
  if (tupleToUserset) drawFrom(drawing, relation, tupleToUserset, into);
  for (const child of union?.child ?? []) draw(drawing, relation, child, into);
  if (intersection) {
    const operator = addOperator(drawing, relation, words.and, into);
    for (const child of intersection.child) draw(drawing, relation, child, operator);
  }
  if (difference) {
    const operator = addOperator(drawing, relation, words.butNot, into);
    draw(drawing, relation, difference.base, operator);
    const before = drawing.edges.length;
    draw(drawing, relation, difference.subtract, operator);
    drawing.edges = drawing.edges.map((edge, index) =>
      index >= before && edge.to === operator
        ? { ...edge, tone: 'error', label: edge.label ?? words.subtracted }
        : edge,
    );
  }
}

const labelOf = (form: SubjectForm, words: GraphWords): string | undefined => {
  const condition = form.condition === undefined ? [] : [words.with(form.condition)];
  const text = [...(form.wildcard ? [formText(form)] : []), ...condition].join(' ');
  return text === '' ? undefined : text;
};

function addOperator(
  drawing: Drawing,
  relation: ModelRelation,
  label: string,
  into: string,
): string {
  const id = `${idOf(relation)} ${label} ${drawing.nodes.length}`;
  drawing.nodes.push({ id, label, shape: 'pill', tone: 'quiet' });
  connect(drawing, id, into);
  return id;
}

/** `viewer from parent`: the relation of each type that the tupleset takes. */
function drawFrom(
  drawing: Drawing,
  relation: ModelRelation,
  { tupleset, computedUserset }: NonNullable<Userset['tupleToUserset']>,
  into: string,
): void {
  const known = new Set(drawing.nodes.map(({ id }) => id));
  const label = drawing.words.from(tupleset.relation);
  const parents = drawing.nodes.filter(({ id }) => id === `${relation.type}#${tupleset.relation}`);
  for (const parent of parents) {
    const types = drawing.edges.filter(({ to }) => to === parent.id).map(({ from }) => from);
    for (const type of new Set(types)) {
      const from = `${type}#${computedUserset.relation}`;
      if (known.has(from)) connect(drawing, from, into, { label });
    }
  }
}

/** A model as a graph: subjects flow from types through relations, `and` and `but not`. */
export function modelGraph(
  model: ModelJson,
  words: GraphWords,
): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const relations = relationsOf(model);
  const drawing: Drawing = { nodes: [], edges: [], words };
  for (const { type } of model.type_definitions)
    drawing.nodes.push({ id: type, label: type, tone: 'primary' });
  for (const relation of relations)
    drawing.nodes.push({ id: idOf(relation), label: relation.name, hint: relation.type });
  // Tuplesets first: what is computed through them needs their types.
  const isDirect = ({ userset }: ModelRelation): boolean => userset.this !== undefined;
  for (const relation of [
    ...relations.filter(isDirect),
    ...relations.filter((one) => !isDirect(one)),
  ])
    draw(drawing, relation, relation.userset, idOf(relation));
  const ends = new Set(drawing.edges.flatMap(({ from, to }) => [from, to]));
  const isType = new Set(model.type_definitions.map(({ type }) => type));
  // A type that is no subject is there with its relations.
  const nodes = drawing.nodes.filter(({ id }) => ends.has(id) || !isType.has(id));
  return { nodes, edges: drawing.edges };
}
