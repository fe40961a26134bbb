import { EmptyState } from '@/shared/ui/empty-state';

/** Shown to users who are not operators. */
export function NotOperator() {
  return (
    <div className="ui-panel mt-6">
      <EmptyState>
        Only operators of this install can open this page. The first account is an operator; the command{' '}
        <span className="ui-mono">linnet user grant-operator</span> adds others.
      </EmptyState>
    </div>
  );
}
