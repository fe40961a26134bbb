import { LeaveGuard } from '@/shared/ui/leave-guard';
import { useEditorActions, useEditorState } from './editor-context';

/**
 * Saves pending changes before another screen opens, and shows a confirmation when that fails. Who leaves drops them at once: the
 * editor is shown until the other screen has loaded, and must not save them meanwhile. The draft has a guard of its own
 * against leaving the page, which applies only while it is not saved.
 */
export function DraftGuard() {
  const { flush, adopt } = useEditorActions();
  const { page } = useEditorState();
  return (
    <LeaveGuard canLeave={flush} onLeave={() => adopt(page)} title="Leave without saving?" action="Leave">
      Your latest changes could not be saved. They are lost when you leave.
    </LeaveGuard>
  );
}
