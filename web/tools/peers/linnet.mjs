// What every client is tested with: the server and a key, and the same data by Linnet's own API.
import assert from 'node:assert/strict';

export const { LINNET_URL: server, LINNET_API_KEY: key } = process.env;

/** Calls Linnet's API and returns the body. */
export async function linnet(method, path, body) {
  const response = await fetch(`${server}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** The link with an alias on the default domain, by Linnet's API; null: there is none. */
export async function linkOf(alias) {
  const { items } = await linnet('GET', '/links?limit=100');
  return items.find((link) => link.alias === alias) ?? null;
}

/** Calls until the result is right: the server stores clicks a moment after the visit. */
export async function eventually(run, isRight) {
  for (let tries = 50; ; tries--) {
    const result = await run();
    if (isRight(result) || tries === 0) {
      return result;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

let passed = 0;

/** Runs one call of a client and the checks of its result. */
export async function call(name, run) {
  try {
    await run();
    passed++;
  } catch (error) {
    console.error(`${name}: ${error.stack ?? error}`);
    process.exitCode = 1;
  }
}

process.on('exit', () => console.log(`${passed} calls passed`));
