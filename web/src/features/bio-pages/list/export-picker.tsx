import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Block } from '@/entities/bio-page/bio-page.types';
import { type ConvertedExport, convertExport } from '@/entities/bio-page/convert-export';
import { plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { UploadField } from '@/shared/ui/upload-field';
import './export-picker.css';

const SOURCES: Record<ConvertedExport['source'], string> = {
  linktree: 'a Linktree page',
  linkstack: 'a LinkStack export',
  html: 'a saved page',
  csv: 'a CSV file',
};

const TYPES: Partial<Record<Block['type'], string>> = { vcard: 'Contact card', contact: 'Contact', social: 'Profiles' };

/** Describes a block by its type and its text: "Link: Menu". */
function describeBlock(block: Block): string {
  const type = TYPES[block.type] ?? block.type.charAt(0).toUpperCase() + block.type.slice(1);
  if (block.type === 'group') return `${type}: ${block.title} (${plural(block.blocks.length, 'block')})`;
  if (block.type === 'social') return `${type}: ${block.items.map(({ network }) => network).join(', ')}`;
  if (block.type === 'contact') return `${type}: ${block.email || block.phone}`;
  if (block.type === 'vcard') return `${type}: ${block.name}`;
  if ('title' in block) return `${type}: ${block.title}`;
  if ('text' in block) return `${type}: ${block.text}`;
  if ('url' in block) return `${type}: ${block.url}`;
  return type;
}

interface Props {
  value: ConvertedExport | null;
  onChange: (value: ConvertedExport | null) => void;
}

/** The file of another service from which a page starts, and what becomes of its entries. */
export function ExportPicker({ value, onChange }: Props) {
  const [progress, setProgress] = useState(0);
  const convert = useMutation({ mutationFn: (file: File) => convertExport(file, setProgress), onSuccess: onChange });
  if (value) return <ExportPreview value={value} onRemove={() => onChange(null)} />;
  return (
    <UploadField
      title="Drop an export here"
      accept=".json,.html,.htm,.csv,application/json,text/html,text/csv"
      progress={convert.isPending ? progress : null}
      error={convert.error}
      onFile={(file) => {
        setProgress(0);
        convert.mutate(file);
      }}
    >
      The JSON export of LinkStack, your Linktree page saved from the browser as HTML, or CSV with the columns title and
      link. At most 5 MiB.
    </UploadField>
  );
}

function ExportPreview({ value, onRemove }: { value: ConvertedExport; onRemove: () => void }) {
  const { source, blocks, skipped, skippedTotal } = value;
  return (
    <div className="bio-export">
      <p role="status">
        {plural(blocks.length, 'block')} from {SOURCES[source]}
        {skippedTotal > 0 && <>, {skippedTotal.toLocaleString('en')} skipped</>}.
      </p>
      <Button size="sm" onClick={onRemove}>
        Choose another file
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reachable by keyboard. */}
      <ul aria-label="Blocks of the new page" tabIndex={0}>
        {blocks.map((block) => (
          <li key={block.id} className="ui-truncate">
            {describeBlock(block)}
          </li>
        ))}
      </ul>
      {skippedTotal > 0 && (
        <details>
          <summary>
            Skipped entries
            <Icon name="down" />
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reachable by keyboard. */}
          <ul aria-label="Skipped entries" tabIndex={0}>
            {skipped.map(({ title, url, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity and never move.
              <li key={index}>
                <b>{title ?? url ?? 'Entry without a title'}</b>: {reason}
              </li>
            ))}
          </ul>
          {skippedTotal > skipped.length && (
            <p className="ui-muted">
              The first {skipped.length} of {skippedTotal.toLocaleString('en')} are listed.
            </p>
          )}
        </details>
      )}
    </div>
  );
}
