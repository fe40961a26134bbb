import { messageOf } from '@/shared/api/errors';
import { useNow } from '@/shared/hooks/use-now';
import { formatAgo, plural } from '@/shared/lib/format';
import { useEditorState } from './editor-context';

const STEP_MS = 1_000;

/** Whether the server has the draft, as a short text. */
export function SaveStatus() {
  const { save, problems } = useEditorState();
  const incomplete = problems.size > 0 ? ` · ${plural(problems.size, 'incomplete block')}` : '';
  switch (save.kind) {
    case 'saved':
      return (
        <>
          <SavedAgo at={save.at} />
          {incomplete}
        </>
      );
    case 'pending':
    case 'saving':
      return 'Saving…';
    case 'offline':
      return 'Offline. Your changes are saved when you’re back online.';
    case 'failed':
      return `Couldn’t save. ${messageOf(save.error)}`;
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
