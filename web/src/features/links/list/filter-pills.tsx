import { useQuery } from '@tanstack/react-query';
import { importJob } from '@/entities/job/job.queries';
import { folders } from '@/entities/label/label.queries';
import { Icon } from '@/shared/ui/icon';
import { FIRST_PAGE, isFiltered, NO_FILTERS } from './links-params';
import type { ChangeSearch, LinksSearch } from './links-search';

/** The filters that hold, each with a way to drop it. */
export function FilterPills({ search, onChange }: { search: LinksSearch; onChange: ChangeSearch }) {
  if (!isFiltered(search)) return null;
  return (
    <div className="links-pills">
      {search.q.trim() && <Pill name="Contains" value={search.q} onDrop={() => onChange({ q: '', ...FIRST_PAGE })} />}
      {search.tag.map((tag) => (
        <Pill
          key={tag}
          name="Tag is"
          value={tag}
          onDrop={() => onChange({ tag: search.tag.filter((other) => other !== tag), ...FIRST_PAGE })}
        />
      ))}
      {search.domain && (
        <Pill name="Domain is" value={search.domain} onDrop={() => onChange({ domain: '', ...FIRST_PAGE })} />
      )}
      {search.folder && <FolderPill id={search.folder} onDrop={() => onChange({ folder: '', ...FIRST_PAGE })} />}
      {search.import && <ImportPill id={search.import} onDrop={() => onChange({ import: '', ...FIRST_PAGE })} />}
      <button type="button" className="ui-more ui-link" onClick={() => onChange(NO_FILTERS)}>
        Clear filters
      </button>
    </div>
  );
}

function FolderPill({ id, onDrop }: { id: string; onDrop: () => void }) {
  const { data } = useQuery(folders());
  const name = data?.find((folder) => folder.id === id)?.name;
  return <Pill name="Folder is" value={name ?? (data ? 'gone' : '…')} onDrop={onDrop} />;
}

function ImportPill({ id, onDrop }: { id: string; onDrop: () => void }) {
  const { data } = useQuery(importJob(id));
  return <Pill name="Made by import" value={data?.name ?? '…'} onDrop={onDrop} />;
}

function Pill({ name, value, onDrop }: { name: string; value: string; onDrop: () => void }) {
  return (
    <span className="links-filter">
      <span>{name}</span>
      <b className="ui-truncate">{value}</b>
      <button type="button" aria-label={`Remove filter: ${name.toLowerCase()} ${value}`} onClick={onDrop}>
        <Icon name="x" />
      </button>
    </span>
  );
}
