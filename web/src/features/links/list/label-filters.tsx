import { useQuery } from '@tanstack/react-query';
import { domains } from '@/entities/domain/domain.queries';
import { labelPage } from '@/entities/label/label.queries';
import { LabelPicker } from '@/entities/label/ui/label-picker';
import { RestrictedMark } from '@/entities/label/ui/restricted-mark';
import { useLabelsById } from '@/entities/label/use-labels-by-id';
import { linkCountsByDomain } from '@/entities/link/link.queries';
import { t } from '@/shared/i18n/t';
import type { ComboOption } from '@/shared/ui/search-list';
import { FilterButton, FilterMenu } from './filter-menu';
import { FIRST_PAGE } from './links-params';
import type { ChangeSearch, LinksSearch } from './links-search';

/** Maximum number of domains whose links are counted, since each count is a request. */
const MAX_COUNTED_DOMAINS = 20;

interface Props {
  search: LinksSearch;
  onChange: ChangeSearch;
}

/** Tag, folder and domain filters. A filter without values is not shown. */
export function LabelFilters(props: Props) {
  return (
    <>
      <TagFilter {...props} />
      <FolderFilter {...props} />
      <DomainFilter {...props} />
    </>
  );
}

/** The options, and before them the chosen ones that they lack, so that these can be deselected. */
function withChosen(options: readonly ComboOption[], chosen: readonly ComboOption[]): readonly ComboOption[] {
  const missing = chosen.filter(({ value }) => !options.some((option) => option.value === value));
  return [...missing, ...options];
}

function TagFilter({ search, onChange }: Props) {
  const { data } = useQuery(labelPage('tags'));
  const chosen = search.tag.map((name) => ({ value: name, label: name }));
  if (!data?.items.length && chosen.length === 0) return null;
  return (
    <LabelPicker
      kind="tags"
      title={t('Tags')}
      trigger={<FilterButton icon="tag" label={t('Tags')} />}
      options={({ labels, text }) => {
        const found = labels.map(({ name, links }) => ({ value: name, label: name, count: links }));
        return text === '' ? withChosen(found, chosen) : found;
      }}
      chosen={search.tag}
      onChoose={(tag) => onChange({ tag: toggled(search.tag, tag), ...FIRST_PAGE })}
    />
  );
}

function FolderFilter({ search, onChange }: Props) {
  const { data } = useQuery(labelPage('folders'));
  const chosen = search.folder ? [search.folder] : [];
  const known = useLabelsById('folders', chosen);
  if (!data?.items.length) return null;
  return (
    <LabelPicker
      kind="folders"
      title={t('Folders')}
      trigger={<FilterButton icon="folder" label={t('Folders')} />}
      options={({ labels, text }) => {
        const found = labels.map(({ id, name, links, access }) => ({
          value: id,
          label: name,
          after: access === 'members' && <RestrictedMark />,
          count: links,
        }));
        const missing = chosen.map((id) => ({ value: id, label: known.get(id)?.name ?? id }));
        return text === '' ? withChosen(found, missing) : found;
      }}
      chosen={chosen}
      onChoose={(id) => onChange({ folder: search.folder === id ? '' : id, ...FIRST_PAGE })}
    />
  );
}

function DomainFilter({ search, onChange }: Props) {
  const { data: known = [] } = useQuery(domains());
  const hasSeveral = known.length > 1;
  const counted = known.slice(0, MAX_COUNTED_DOMAINS).map(({ host }) => host);
  const { data: counts = [] } = useQuery({ ...linkCountsByDomain(counted), enabled: hasSeveral });
  if (!hasSeveral) return null;
  return (
    <FilterMenu
      label={t('Domains')}
      icon="globe"
      options={known.map(({ host, unicodeHost }, at) => ({ value: host, label: unicodeHost, count: counts[at] }))}
      chosen={search.domain ? [search.domain] : []}
      onToggle={(host) => onChange({ domain: search.domain === host ? '' : host, ...FIRST_PAGE })}
    />
  );
}

function toggled(list: readonly string[], entry: string): string[] {
  return list.includes(entry) ? list.filter((other) => other !== entry) : [...list, entry];
}
