import { spawnSync } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '@platform/dev/temporary-folder';

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
const snippet = (language: string): string => {
  const found = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`docs/webhooks.md has no snippet in ${language}`);
  return found;
};

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = '{"id":"evt_1","data":{"displayName":"Zoë"}}';
/** Headers of a delivery as Standard Webhooks 1.0.0 defines them, written here once more so that the product is not its own judge. */
function headersOf(timestamp: number): Record<string, string> {
  const signature = createHmac('sha256', Buffer.alloc(32, 7))
    .update(`evt_1.${timestamp}.${body}`)
    .digest('base64');
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} v1,${signature}`,
  };
}

const folder = temporaryFolder('webhook-snippets-');
afterAll(() => folder.remove());

/** Each calls the snippet with headers, body and secret of the environment, and prints what it returned. */
const languages = [
  {
    language: 'js',
    version: ['node', '--version'],
    files: (code: string) => ({
      'verify.mjs': code,
      'main.mjs': `import { verify } from './verify.mjs';
const { HEADERS, BODY, SECRET } = process.env;
console.log(verify(JSON.parse(HEADERS), Buffer.from(BODY), SECRET));`,
    }),
    steps: [['node', 'main.mjs']],
  },
  {
    language: 'python',
    version: ['python3', '--version'],
    files: (code: string) => ({
      'verify.py': code,
      'main.py': `import json, os
from verify import verify
print(str(verify(json.loads(os.environ["HEADERS"]), os.environb[b"BODY"], os.environ["SECRET"])).lower())`,
    }),
    steps: [['python3', 'main.py']],
  },
  {
    language: 'go',
    version: ['go', 'version'],
    files: (code: string) => ({
      'go.mod': 'module receiver\n\ngo 1.21\n',
      'verify.go': code,
      'main.go': `package main
import ("encoding/json"; "fmt"; "net/http"; "os")
func main() {
	given := map[string]string{}
	json.Unmarshal([]byte(os.Getenv("HEADERS")), &given)
	headers := http.Header{}
	for name, value := range given { headers.Set(name, value) }
	fmt.Println(verify(headers, []byte(os.Getenv("BODY")), os.Getenv("SECRET")))
}`,
    }),
    prepare: [['go', 'build', '-o', 'receiver', '.']],
    steps: [['./receiver']],
  },
  {
    language: 'java',
    version: ['javac', '-version'],
    files: (code: string) => ({
      'Webhooks.java': code,
      'Main.java': `import java.nio.charset.StandardCharsets;
import java.util.*;
class Main {
  public static void main(String[] arguments) throws Exception {
    Map<String, String> headers = new HashMap<>();
    for (String line : System.getenv("HEADER_LINES").split("\\n")) {
      int colon = line.indexOf(':');
      headers.put(line.substring(0, colon), line.substring(colon + 1));
    }
    byte[] body = System.getenv("BODY").getBytes(StandardCharsets.UTF_8);
    System.out.println(Webhooks.verify(headers, body, System.getenv("SECRET")));
  }
}`,
    }),
    prepare: [['javac', '-encoding', 'UTF-8', 'Main.java', 'Webhooks.java']],
    steps: [['java', '-Dfile.encoding=UTF-8', '-cp', '.', 'Main']],
  },
] as const;

function run(command: readonly string[], at: string, environment: Record<string, string> = {}) {
  const [program = '', ...args] = command;
  const env = { ...process.env, LC_ALL: 'C.UTF-8', GOFLAGS: '-mod=mod', ...environment };
  return spawnSync(program, args, { cwd: at, env, encoding: 'utf8' });
}
const isInstalled = (command: readonly string[]): boolean => run(command, folder.path).status === 0;

const now = (): number => Math.floor(Date.now() / 1000);
const cases = [
  ['a delivery', 'true', () => ({ headers: headersOf(now()), body })],
  ['a changed body', 'false', () => ({ headers: headersOf(now()), body: `${body} ` })],
  ['an old delivery', 'false', () => ({ headers: headersOf(now() - 600), body })],
] as const;

describe.each(languages)('the $language snippet of docs/webhooks.md', (given) => {
  test.skipIf(!isInstalled(given.version))('verifies deliveries', { timeout: 300_000 }, () => {
    const at = join(folder.path, randomUUID());
    mkdirSync(at);
    for (const [name, text] of Object.entries(given.files(snippet(given.language))))
      writeFileSync(join(at, name), text);
    for (const step of 'prepare' in given ? given.prepare : [])
      expect(run(step, at)).toMatchObject({ status: 0 });
    for (const [what, expected, make] of cases) {
      const delivery = make();
      const lines = Object.entries(delivery.headers).map((pair) => pair.join(':'));
      const { stdout, stderr } = run(given.steps[0], at, {
        HEADERS: JSON.stringify(delivery.headers),
        HEADER_LINES: lines.join('\n'),
        BODY: delivery.body,
        SECRET: secret,
      });
      expect([what, stdout.trim(), stderr]).toEqual([what, expected, '']);
    }
  });
});
