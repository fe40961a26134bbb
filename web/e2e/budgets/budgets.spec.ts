import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, logIn, signUp, test } from '../fixtures/member';
import { measureTransfer, type Transfer } from '../fixtures/transfer';
import { createLink } from '../fixtures/visitors';
import { BUDGETS, type Budget, HTML_BUDGET } from './budgets';

const DIST = '../internal/edge/webui/dist';
const KB = 1000;

function summarize({ js, scripts, css, fonts, calls }: Transfer, budget: Budget): string {
  const kb = (bytes: number, most: number) => `${(bytes / KB).toFixed(1)}/${most}`;
  return `js ${kb(js, budget.js)} kB in ${scripts}/${budget.scripts}, css ${kb(css, budget.css)} kB, fonts ${kb(fonts, budget.fonts)} kB, calls ${calls}/${budget.calls}`;
}

for (const [path, budget] of Object.entries(BUDGETS)) {
  test.describe(path, () => {
    test.use({ allowedConsole: [/404/] });

    test('transfers no more than its budget', async ({ page, request }) => {
      const person = await signUp(request);
      const { id } = await createLink(request, person, { url: 'https://example.com/budget' });
      if (path.startsWith('/dashboard')) await logIn(page, person);
      const transfer = await measureTransfer(page, path.replace('$linkId', id));
      const measured = summarize(transfer, budget);
      process.stdout.write(`${path.padEnd(30)} ${measured}\n`);
      const over = Object.entries(budget).filter(([kind, most]) => {
        const value = transfer[kind as keyof Budget];
        return (kind === 'scripts' || kind === 'calls' ? value : value / KB) > most;
      });
      expect(
        over.map(([kind]) => kind),
        measured,
      ).toEqual([]);
    });
  });
}

test('every page fits into its budget of HTML', () => {
  const sizes = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({ file, kB: gzipSync(readFileSync(`${DIST}/${file}`), { level: 9 }).length / KB }));
  expect(sizes.filter(({ kB }) => kB > HTML_BUDGET)).toEqual([]);
});

test('the gallery, which is for development, is not in the build', () => {
  expect(readFileSync(`${DIST}/.vite/manifest.json`, 'utf8')).not.toContain('src/app/gallery/');
});
