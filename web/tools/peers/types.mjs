// Checks what a client returned with the types that the client itself publishes, which are the schema of its shortener.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const answers = [];

/** The client, which records what its methods return for `checkTypes`. */
export function recorded(client) {
  return new Proxy(client, {
    get(target, method) {
      const member = target[method];
      if (typeof member !== 'function') return member;
      return async (...given) => {
        const answer = await member.apply(target, given);
        if (answer !== undefined) answers.push([method, answer]);
        return answer;
      };
    },
  });
}

const folder = new URL('node_modules/', import.meta.url);
const compiler = fileURLToPath(new URL('../openapi/node_modules/typescript/bin/tsc', import.meta.url));

/** Compiles the answers as values of what the methods of a class of a module return. */
export function checkTypes(module, name) {
  const lines = answers.map(
    ([method, answer], i) => `export const a${i} = ${JSON.stringify(answer)} satisfies Answer<'${method}'>;`,
  );
  const file = fileURLToPath(new URL(`.${name}.ts`, folder));
  writeFileSync(
    file,
    `import type { ${name} } from '${module}';
type Answer<M extends keyof ${name}> = ${name}[M] extends (...given: never[]) => Promise<infer R> ? R : never;
${lines.join('\n')}\n`,
  );
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'esnext',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ];
  const { stdout } = spawnSync(process.execPath, [compiler, ...options, file], { encoding: 'utf8' });
  assert.ok(lines.length > 0);
  assert.equal(stdout, '');
}
