import { useNow } from '@/shared/hooks/use-now';
import type { SaveState } from '@/shared/lib/autosave';
import { formatAgo } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { useDraft, useEditorState } from './editor-context';
import { refusalOf } from './model/problems';

const STEP_MS = 1_000;

/** Whether the server has the draft, and whether visitors see it. */
export function SaveStatus() {
  const { page, save, problems, canPublish } = useEditorState();
  const published = page.publishedRevision !== null;
  return (
    <span className="bio-status">
      <span>
        <SaveText save={save} />
      </span>
      {!published && <Badge>Not published</Badge>}
      {published && canPublish && <Badge tone="hot">Unpublished changes</Badge>}
      {problems.length > 0 && <Badge tone="bad">{problems.length} incomplete</Badge>}
    </span>
  );
}

function SaveText({ save }: { save: SaveState }) {
  const { blocks } = useDraft();
  switch (save.kind) {
    case 'saved':
      return <SavedAgo at={save.at} />;
    case 'pending':
    case 'saving':
      return 'Saving…';
    case 'offline':
      return 'Not saved: you are offline. Your changes are saved when you’re back online.';
    case 'failed':
      return `Couldn’t save. ${refusalOf(blocks, save.error)}`;
    case 'conflict':
      return 'Not saved: the page was changed elsewhere.';
  }
}

/** Hidden from screen readers: it changes every second. The status itself is announced. */
function SavedAgo({ at }: { at: number }) {
  const now = useNow(STEP_MS);
  return (
    <>
      Saved
      <span aria-hidden="true"> · {formatAgo(new Date(at), new Date(Math.max(now, at)))}</span>
    </>
  );
}
