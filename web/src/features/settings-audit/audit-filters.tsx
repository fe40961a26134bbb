import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditFilter } from '@/entities/audit/audit.queries';
import { memberList } from '@/entities/member/member.queries';
import { t } from '@/shared/i18n/t';
import { SearchBox } from '@/shared/ui/search-box';
import { Select } from '@/shared/ui/select';

const ALL = 'all';

const ACTIONS = [
  { value: ALL, label: 'All actions' },
  { value: 'link', label: 'Links' },
  { value: 'label', label: 'Tags and folders' },
  { value: 'domain', label: 'Domains' },
  { value: 'qr_code', label: 'QR codes' },
  { value: 'bio_page', label: 'Bio pages' },
  { value: 'share', label: 'Shared pages' },
  { value: 'member', label: 'Members' },
  { value: 'invitation', label: 'Invitations' },
  { value: 'key', label: 'API keys' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'user', label: 'Sign-ins and accounts' },
  { value: 'workspace', label: 'Workspace' },
] as const;

const DAY_MS = 86_400_000;

const PERIODS = [
  { value: ALL, label: 'All time' },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const;

interface Props {
  filter: AuditFilter;
  onChange: (change: Partial<AuditFilter>) => void;
}

/** Search, action, actor and period of the audit log. */
export function AuditFilters({ filter, onChange }: Props) {
  const { data: people } = useQuery(memberList());
  const actions = [
    ...ACTIONS,
    { value: 'scheduled_report', label: t('Scheduled reports') },
    { value: 'alert', label: t('Alerts') },
  ];
  const [period, setPeriod] = useState<string>(ALL);
  const actors = [
    { value: ALL, label: 'All actors' },
    ...(people ?? []).map(({ userId, firstName, lastName }) => ({ value: userId, label: `${firstName} ${lastName}` })),
    { value: 'system', label: 'Linnet' },
  ];
  return (
    <div className="audit-filters" role="search">
      <SearchBox
        label="Search the audit log"
        placeholder="Search links, domains, keys"
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <Select
        aria-label="Action"
        value={filter.action || ALL}
        options={actions}
        onChange={(action) => onChange({ action: action === ALL ? '' : action })}
      />
      <Select
        aria-label="Actor"
        value={filter.actor || ALL}
        options={actors}
        onChange={(actor) => onChange({ actor: actor === ALL ? '' : actor })}
      />
      <Select
        aria-label="Period"
        value={filter.from ? period : ALL}
        options={PERIODS}
        onChange={(days) => {
          setPeriod(days);
          onChange({ from: days === ALL ? '' : new Date(Date.now() - Number(days) * DAY_MS).toISOString() });
        }}
      />
    </div>
  );
}
