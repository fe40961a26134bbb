import { useState } from 'react';
import { ResourceError } from '@/entities/workspace/ui/resource-error';
import { ApiError } from '@/shared/api/errors';
import { usePagedList } from '@/shared/hooks/use-paged-list';
import { Badge } from '@/shared/ui/badge';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button } from '@/shared/ui/button';
import { Chip } from '@/shared/ui/chip';
import { ConnectionStatus } from '@/shared/ui/connection-banner';
import { CursorPager } from '@/shared/ui/cursor-pager';
import { DataTable } from '@/shared/ui/data-table';
import { EditorLayout } from '@/shared/ui/editor-layout';
import { EmptyState } from '@/shared/ui/empty-state';
import { type ModuleLevel, ModuleMatrix } from '@/shared/ui/module-matrix';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { ProgressTrack } from '@/shared/ui/progress-track';
import { SecretReveal } from '@/shared/ui/secret-reveal';
import { SettingsSection } from '@/shared/ui/settings-section';
import { Skeleton } from '@/shared/ui/skeleton';
import { TabList, tabPanelProps } from '@/shared/ui/tab-list';
import { UsageMeter } from '@/shared/ui/usage-meter';
import { Wordmark } from '@/shared/ui/wordmark';
import { Section } from './section';

const ROWS = [
  { alias: 'launch', clicks: 12_345 },
  { alias: 'spring', clicks: 87 },
];
const COLUMNS = [
  { key: 'alias', head: 'Alias', cell: (row: (typeof ROWS)[number]) => `/${row.alias}` },
  { key: 'clicks', head: 'Clicks', numeric: true, cell: (row: (typeof ROWS)[number]) => row.clicks.toLocaleString() },
];
const LEVELS: readonly ModuleLevel[][] = [
  [0, 1, 2, 3, 4, 5],
  [5, 4, 'best', 2, 1, 0],
];
const NOT_FOUND = new ApiError(404, { message: 'Not found.' }, 'req_9d2m5a7c8v0k3');
const FAILURE = new ApiError(500, { message: 'Something went wrong. Try again.' }, 'req_3kq7c8v0d5m2a');

/** Components that show data or states. */
export function Displays() {
  return (
    <>
      <Labels />
      <Data />
      <States />
      <Section title="ConnectionBanner" layout="stack">
        <ConnectionStatus state="offline" onRetry={() => {}} />
        <ConnectionStatus state="unreachable" onRetry={() => {}} />
      </Section>
      <Section title="SettingsSection" layout="stack">
        <SettingsSection title="Time zone" about="Used by reports and schedules.">
          <Button>Change</Button>
        </SettingsSection>
      </Section>
      <Section title="EditorLayout" layout="stack">
        <EditorLayout
          title="Bio page"
          status="Saved"
          actions={<Button tone="primary">Publish</Button>}
          canvasLabel="Preview"
          inspectorLabel="Properties"
          canvas={<p className="p-4">Canvas</p>}
          inspector={<p className="p-4">Inspector</p>}
        />
      </Section>
    </>
  );
}

function Labels() {
  return (
    <Section title="Labels">
      <Badge>FREE</Badge>
      <Badge tone="hot">New</Badge>
      <Badge tone="ok">Done</Badge>
      <Badge tone="bad">Failed</Badge>
      <Chip>/launch</Chip>
      <Chip hot>/spring</Chip>
      <Chip plain>tag</Chip>
      <Wordmark />
      <BlinkEye />
    </Section>
  );
}

function Data() {
  const [tab, setTab] = useState('links');
  const pages = usePagedList('');
  const tabs = [
    { value: 'links', label: 'Links' },
    { value: 'codes', label: 'QR codes' },
  ];
  return (
    <Section title="Data" layout="grid">
      <PageTitle title="Links" lead="24 links" />
      <div>
        <TabList id="gallery" label="Lists" value={tab} tabs={tabs} onChange={setTab} />
        <div {...tabPanelProps('gallery', tab)}>
          <DataTable caption="Links" columns={COLUMNS} rows={ROWS} rowKey={({ alias }) => alias} />
        </div>
        <CursorPager pages={pages} nextCursor={pages.page < 3 ? `c${pages.page}` : null} />
      </div>
      <div className="max-w-[160px]">
        <ModuleMatrix rows={LEVELS} label="Levels of the heat scale" />
      </div>
      <ProgressTrack value={40} max={100} label="Import" role="progressbar" />
      <UsageMeter label="Links used" used={95} limit={100}>
        {() => <p>95 of 100 links</p>}
      </UsageMeter>
      <UsageMeter label="Clicks" used={95} limit={null}>
        {() => <p>Unlimited</p>}
      </UsageMeter>
    </Section>
  );
}

function States() {
  return (
    <Section title="States" layout="grid">
      <EmptyState title="No links yet" action={<Button tone="primary">New link</Button>}>
        Create a link to see it here.
      </EmptyState>
      <PanelError error={FAILURE} onRetry={() => {}} />
      <div>
        <ResourceError
          kind="domain"
          id="dom_1"
          error={NOT_FOUND}
          onRetry={() => {}}
          action={<Button>All domains</Button>}
        />
      </div>
      <Skeleton width={240} height={48} />
      <SecretReveal title="Copy this key now" label="API key" what="the API key" secret="lnt_3kq7c8v0d5m2a">
        Store it in a password manager.
      </SecretReveal>
    </Section>
  );
}
