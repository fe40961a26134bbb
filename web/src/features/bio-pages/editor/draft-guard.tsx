import { LeaveGuard } from '@/shared/ui/leave-guard';
import { useEditorActions } from './editor-context';

/**
 * Saves pending changes before another screen opens, and shows a confirmation when that fails. The draft has a guard of its own against
 * leaving the page, which applies only while it is not saved.
 */
export function DraftGuard() {
  const { flush, discard } = useEditorActions();
  return (
    <LeaveGuard canLeave={flush} onLeave={discard} title="Leave without saving?" action="Leave">
      Your latest changes could not be saved. They are lost when you leave.
    </LeaveGuard>
  );
}
