import { useQuery } from '@tanstack/react-query';
import { bioPageList } from '@/entities/bio-page/bio-page.queries';
import type { ConvertedExport } from '@/entities/bio-page/convert-export';
import { Field } from '@/shared/ui/field';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Segmented } from '@/shared/ui/segmented';
import { Select } from '@/shared/ui/select';
import { Skeleton } from '@/shared/ui/skeleton';
import { TemplatePicker } from './template-picker';

const ExportPicker = lazyPart(() => import('./export-picker'), 'ExportPicker', <Skeleton height={160} />);

/** What a new page starts from. */
export interface Start {
  kind: 'template' | 'page' | 'export';
  template: string;
  /** The id of a page; empty: none is chosen. */
  pageId: string;
  converted: ConvertedExport | null;
}

const KINDS = [
  { value: 'template', label: 'Template' },
  { value: 'page', label: 'Existing page' },
  { value: 'export', label: 'Export file' },
] as const;

interface Props {
  value: Start;
  onChange: (value: Start) => void;
}

/** Chooses what a new page starts from: a template, another page, or an export of another service. */
export function StartPicker({ value, onChange }: Props) {
  const set = (change: Partial<Start>) => onChange({ ...value, ...change });
  return (
    <>
      <div className="ui-field justify-items-start">
        <span className="ui-label">Start from</span>
        <Segmented label="Start from" value={value.kind} options={KINDS} onChange={(kind) => set({ kind })} />
      </div>
      {value.kind === 'template' && (
        <TemplatePicker value={value.template} onChange={(template) => set({ template })} />
      )}
      {value.kind === 'page' && <PageSelect value={value.pageId} onChange={(pageId) => set({ pageId })} />}
      {value.kind === 'export' && <ExportPicker value={value.converted} onChange={(converted) => set({ converted })} />}
    </>
  );
}

function PageSelect({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { data: pages = [], isPending, error } = useQuery(bioPageList());
  const hint = error
    ? 'The pages couldn’t be loaded. Close the dialog and try again.'
    : !isPending && pages.length === 0
      ? 'This workspace has no pages yet.'
      : 'Theme and blocks are copied. Buttons open the same links.';
  return (
    <Field label="Page to copy" hint={hint}>
      {(control) => (
        <Select
          {...control}
          value={value}
          disabled={pages.length === 0}
          options={pages.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
