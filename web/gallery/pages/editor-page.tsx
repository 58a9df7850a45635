import { useState } from 'react';
import { CodeEditor } from '../../kit/editor/code-editor.tsx';
import { sample } from '../settings.ts';
import { Specimens } from '../specimen.tsx';

const model = `model
  schema 1.1

type user

type folder
  relations
    define owner: [user]
    define viewer: [user, user:*, group#member] or owner # direct

condition before(now: timestamp, until: timestamp) {
  now < until && "a" != "b"
}`;

const problems = [
  { line: 9, column: 36, text: sample('There is no type “group”.') },
  {
    line: 11,
    text: sample('No relation uses this condition.'),
    severity: 'warning' as const,
  },
];

export function EditorPage() {
  const [text, setText] = useState(model);
  return (
    <Specimens title="Editor">
      <CodeEditor
        label={sample('Model')}
        hint={sample('Types and their relations.')}
        language="model"
        value={text}
        onChange={setText}
        problems={problems}
        rows={14}
      />
      <CodeEditor
        label={sample('Style sheet')}
        language="css"
        value={'.button {\n  color: #2b59e0; /* blue */\n  padding: 4px;\n}'}
        isReadOnly
        rows={5}
      />
      <CodeEditor
        label={sample('Context')}
        language="json"
        value={'{ "now": "2026-01-01T00:00:00Z", "count": 3, "on": true }'}
        rows={3}
      />
    </Specimens>
  );
}
