import { importLabel } from '@/entities/link/link-fields';
import { formatCount } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { type Column, Table } from '@/shared/ui/table';
import type { Preview, PreviewRow } from './import.queries';

const RESULTS: Record<PreviewRow['result'], { word: string; tone?: 'ok' | 'bad' }> = {
  created: { word: 'New', tone: 'ok' },
  updated: { word: 'Update', tone: 'ok' },
  unchanged: { word: 'Same' },
  skipped: { word: 'Skip' },
  failed: { word: 'Fault', tone: 'bad' },
};

const COLUMNS: Column<PreviewRow>[] = [
  { key: 'line', head: 'Line', cell: ({ line }) => <span className="ui-mono">{formatCount(line)}</span> },
  {
    key: 'result',
    head: 'Result',
    cell: ({ result }) => <Badge tone={RESULTS[result].tone}>{RESULTS[result].word}</Badge>,
  },
  { key: 'link', head: 'Link', cell: (row) => <What row={row} /> },
];

function What({ row }: { row: PreviewRow }) {
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

/** The first rows and what each would do, and the first faults. */
export function PreviewTable({ preview }: { preview: Preview }) {
  return (
    <Table
      caption="What the first rows would do"
      columns={COLUMNS}
      rows={preview.items}
      rowKey={({ row }) => `${row}`}
    />
  );
}
