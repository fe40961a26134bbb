import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { analyticsKeys } from '@/entities/analytics/report.queries';
import { clickKeys, EVERY_CLICK } from '@/entities/click/click.queries';
import { domains } from '@/entities/domain/domain.queries';
import { jobKeys } from '@/entities/job/job.queries';
import { labelKeys } from '@/entities/label/label.queries';
import { linkKeys } from '@/entities/link/link.queries';
import { qrKeys } from '@/entities/qr-code/qr-code.queries';
import { dashboardUsage } from '@/entities/usage/usage.queries';
import { workspaceKeys } from '@/entities/workspace/workspace.queries';
import { activeWorkspaceId } from '@/shared/api/workspace-key';

it.each([
  ['links', linkKeys.list({})],
  ['a link', linkKeys.detail('lnk_1')],
  ['QR codes', qrKeys.lists],
  ['labels', labelKeys.of('tags')],
  ['jobs', jobKeys.list],
  ['analytics', analyticsKeys.annotations(null, null)],
  ['clicks', clickKeys.recent(EVERY_CLICK)],
  ['domains', domains().queryKey],
  ['usage', dashboardUsage().queryKey],
  ['the workspace', workspaceKeys.current],
])('the cache key of %s begins with the workspace id', (_name, key) => {
  expect(key.slice(0, 2)).toEqual(['workspace', activeWorkspaceId()]);
});

/** Data and code of the install, the user or a shared page, which no workspace owns. */
const WITHOUT_WORKSPACE = [
  'capabilities',
  'invitation',
  'me',
  'packages',
  'qr-caption-font',
  'qr-renderer',
  'shared',
  'signup-status',
  'tips',
  'totp-setup',
  'tricks',
  'workspaces',
];

it('no other query has a literal cache key', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const literals = files
    .filter((file) => !file.includes('.test.') && !file.startsWith('test/'))
    .flatMap((file) => [...readFileSync(`src/${file}`, 'utf8').matchAll(/queryKey: \['([^']+)'/g)])
    .map(([, first]) => first);
  expect([...new Set(literals)].filter((first) => !WITHOUT_WORKSPACE.includes(first ?? ''))).toEqual([]);
});
