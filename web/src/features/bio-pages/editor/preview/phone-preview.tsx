import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pagePreview } from '@/entities/bio-page/bio-page.queries';
import type { Theme } from '@/entities/bio-page/bio-page.types';
import { previewContent } from '@/entities/bio-page/preview-content';
import { PreviewFrame } from '@/entities/bio-page/preview-frame';
import { TIMING } from '@/shared/config/timing';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { PanelError } from '@/shared/ui/panel-error';
import { Segmented } from '@/shared/ui/segmented';
import { Skeleton } from '@/shared/ui/skeleton';
import { useDraft, useEditorState } from '../editor-context';

const WIDTHS = ['360', '390', '430'] as const;
const HEIGHT = 780;

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Whether the page has the same mode on every device. */
const isFixed = ({ mode }: Theme) => mode === 'light' || mode === 'dark';

interface Props {
  /** Called with the id of a block that is clicked. */
  onBlock: (id: string) => void;
}

/** The draft as visitors would see it on a phone, rendered by the server. */
export function PhonePreview({ onBlock }: Props) {
  const { page } = useEditorState();
  const draft = useDraft();
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('390');
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const content = useDebouncedValue(draft, TIMING.previewMs);
  const { theme } = content;
  const preview = useQuery(
    pagePreview(
      // A theme that follows the device is shown in the chosen mode, whatever the mode of this browser is.
      previewContent({ ...page, ...content, theme: isFixed(theme) ? theme : { ...theme, mode: scheme } }),
    ),
  );
  return (
    <div className="bio-preview">
      <div className="bio-preview-tools">
        <Segmented
          label="Width of the phone"
          value={width}
          options={WIDTHS.map((value) => ({ value, label: value }))}
          onChange={setWidth}
        />
        <Segmented label="Color scheme of the phone" value={scheme} options={SCHEMES} onChange={setScheme} />
      </div>
      <div className="bio-phone" style={{ width: Number(width) + 20 }} data-scheme={scheme}>
        {preview.data !== undefined ? (
          <PreviewFrame
            html={preview.data}
            title="Preview of the page"
            width={Number(width)}
            height={HEIGHT}
            colorScheme={scheme}
            onBlock={onBlock}
          />
        ) : (
          !preview.error && <Skeleton height={HEIGHT} />
        )}
      </div>
      {preview.error && <PanelError error={preview.error} onRetry={preview.refetch} />}
    </div>
  );
}
