import { importLabel } from '@/entities/link/link-fields';
import { formatCount } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { type Column, DataTable } from '@/shared/ui/data-table';
import type { Preview, PreviewRow } from './import.queries';

const RESULTS: Record<PreviewRow['result'], { label: string; tone?: 'ok' | 'bad' }> = {
  created: { label: 'New', tone: 'ok' },
  updated: { label: 'Update', tone: 'ok' },
  unchanged: { label: 'Unchanged' },
  skipped: { label: 'Skipped' },
  failed: { label: 'Error', tone: 'bad' },
};

const COLUMNS: Column<PreviewRow>[] = [
  { key: 'line', head: 'Line', cell: ({ line }) => <span className="ui-mono">{formatCount(line)}</span> },
  {
    key: 'result',
    head: 'Result',
    cell: ({ result }) => <Badge tone={RESULTS[result].tone}>{RESULTS[result].label}</Badge>,
  },
  { key: 'link', head: 'Link', cell: (row) => <RowDetails row={row} /> },
];

/** The link of a row, with its errors. */
function RowDetails({ row }: { row: PreviewRow }) {
  return (
    <div className="transfer-checked">
      {row.shortUrl && <p className="ui-mono ui-truncate">{row.shortUrl}</p>}
      <p className="ui-truncate ui-muted">{row.title ? `${row.title} · ${row.url}` : row.url || 'No destination'}</p>
      {row.note && <p className="ui-small">{row.note}</p>}
      {row.errors.map(({ field, message }) => (
        <p key={field} className="ui-hint ui-error">
          {field === 'row' ? message : `${importLabel(field)}: ${message}`}
        </p>
      ))}
    </div>
  );
}

/** The first rows and the first invalid rows, each with its result. */
export function PreviewTable({ preview }: { preview: Preview }) {
  return (
    <DataTable
      caption="Preview of the first rows"
      columns={COLUMNS}
      rows={preview.items}
      rowKey={({ row }) => `${row}`}
    />
  );
}
