import { useState } from 'react';
import { Graph } from '../../kit/graph/graph.tsx';
import type { GraphEdge, GraphNode, GraphPath } from '../../kit/graph/graph-data.ts';
import { sample } from '../settings.ts';
import { Specimens } from '../specimen.tsx';

const step = (id: string, label: string, more: Partial<GraphNode> = {}): GraphNode => ({
  id,
  label: sample(label),
  ...more,
});
const edge = (from: string, to: string, label?: string, more: Partial<GraphEdge> = {}) => ({
  id: `${from} ${to}`,
  from,
  to,
  ...(label && { label: sample(label) }),
  ...more,
});

const steps = [
  step('start', 'Order received', { shape: 'pill' }),
  step('stock', 'In stock?', { hint: sample('Condition') }),
  step('pack', 'Pack', {
    badge: { state: 'warning', label: sample('One warning') },
    hint: sample('Warehouse'),
  }),
  step('buy', 'Buy from the supplier that offers the shortest time of delivery'),
  step('ship', 'Ship', { tone: 'primary' }),
  step('done', 'Done', { shape: 'pill', tone: 'ok' }),
  step('lost', 'Cancelled', { shape: 'pill', tone: 'error' }),
  step('archive', 'Never reached', { tone: 'quiet' }),
];
const ways = [
  edge('start', 'stock'),
  edge('stock', 'pack', 'yes'),
  edge('stock', 'buy', 'no'),
  edge('buy', 'stock', 'arrived', { isDashed: true }),
  edge('buy', 'lost', 'sold out', { tone: 'error' }),
  edge('pack', 'ship', 'packed'),
  edge('ship', 'ship', 'again'),
  edge('ship', 'done', 'delivered'),
  edge('ship', 'lost', 'lost', { tone: 'error' }),
  edge('archive', 'done', undefined, { tone: 'quiet' }),
];
const taken: GraphPath = {
  nodes: new Set(['start', 'stock', 'pack', 'ship', 'done']),
  edges: new Set(['start stock', 'stock pack', 'pack ship', 'ship done']),
};
const many = Array.from({ length: 60 }, (_, index) => step(`n${index}`, `Step ${index + 1}`));
const manyWays = many.flatMap(({ id }, index) =>
  [index + 1, index + 7]
    .filter((to) => to < many.length)
    .map((to) => edge(id, `n${to}`, to % 3 === 0 ? 'next' : undefined)),
);

export function GraphsPage() {
  const [selected, setSelected] = useState<string | null>('pack');
  return (
    <Specimens title="Graphs">
      <Graph
        label={sample('An order')}
        nodes={steps}
        edges={ways}
        selected={selected}
        onSelect={setSelected}
        path={taken}
      />
      <Graph label={sample('Downwards')} nodes={steps} edges={ways} direction="down" />
      <Graph label={sample('Sixty steps')} nodes={many} edges={manyWays} />
    </Specimens>
  );
}
