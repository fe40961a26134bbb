import { useQuery } from '@tanstack/react-query';
import { importJob } from '@/entities/job/job.queries';
import { useLabelsById } from '@/entities/label/use-labels-by-id';
import { midSentence } from '@/shared/i18n/mid-sentence';
import { t } from '@/shared/i18n/t';
import { Icon } from '@/shared/ui/icon';
import { FIRST_PAGE, isFiltered, NO_FILTERS } from './links-params';
import type { ChangeSearch, LinksSearch } from './links-search';

/** The active filters, each with a remove button. */
export function FilterPills({ search, onChange }: { search: LinksSearch; onChange: ChangeSearch }) {
  if (!isFiltered(search)) return null;
  return (
    <div className="links-pills">
      {search.q.trim() && (
        <Pill name={t('Contains')} value={search.q} onRemove={() => onChange({ q: '', ...FIRST_PAGE })} />
      )}
      {search.tag.map((tag) => (
        <Pill
          key={tag}
          name={t('Tag is')}
          value={tag}
          onRemove={() => onChange({ tag: search.tag.filter((other) => other !== tag), ...FIRST_PAGE })}
        />
      ))}
      {search.domain && (
        <Pill name={t('Domain is')} value={search.domain} onRemove={() => onChange({ domain: '', ...FIRST_PAGE })} />
      )}
      {search.folder && <FolderPill id={search.folder} onRemove={() => onChange({ folder: '', ...FIRST_PAGE })} />}
      {search.import && <ImportPill id={search.import} onRemove={() => onChange({ import: '', ...FIRST_PAGE })} />}
      <button type="button" className="ui-more ui-link" onClick={() => onChange(NO_FILTERS)}>
        {t('Clear filters')}
      </button>
    </div>
  );
}

function FolderPill({ id, onRemove }: { id: string; onRemove: () => void }) {
  const folder = useLabelsById('folders', [id]).get(id);
  return (
    <Pill name={t('Folder is')} value={folder === null ? t('deleted') : (folder?.name ?? '…')} onRemove={onRemove} />
  );
}

function ImportPill({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useQuery(importJob(id));
  return <Pill name={t('Import is')} value={data?.name ?? '…'} onRemove={onRemove} />;
}

function Pill({ name, value, onRemove }: { name: string; value: string; onRemove: () => void }) {
  return (
    <span className="links-filter">
      <span>{name}</span>
      <b className="ui-truncate">{value}</b>
      <button
        type="button"
        aria-label={t('Remove filter: {noun} {value}', { noun: midSentence(name), value })}
        onClick={onRemove}
      >
        <Icon name="x" />
      </button>
    </span>
  );
}
