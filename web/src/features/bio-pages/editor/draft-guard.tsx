import { LeaveGuard } from '@/shared/ui/leave-guard';
import { useEditorActions } from './editor-context';

/**
 * Saves pending changes before another screen opens, and shows a confirmation when that fails. The draft has a guard of its own against
 * leaving the page, which applies only while it is not saved.
 */
export function DraftGuard() {
  const { flush } = useEditorActions();
  return (
    <LeaveGuard canLeave={async () => (await flush()) !== null} title="Leave without saving?" action="Leave">
      The server does not have your latest changes. This tab stores them until it is closed.
    </LeaveGuard>
  );
}
