import { Button } from '@/shared/ui/button';
import { Icon, type IconName } from '@/shared/ui/icon';
import { Tooltip } from '@/shared/ui/tooltip';
import type { FormRule } from './rule-form';
import { actionWords, conditionWords } from './rule-words';

interface Props {
  rule: FormRule;
  /** Null for a rule that the editor cannot show; it can still be moved and removed. */
  onEdit: (() => void) | null;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
}

/** One rule in words, with its place in the order. */
export function RuleRow({ rule, onEdit, onUp, onDown, onRemove }: Props) {
  const words = conditionWords(rule.when);
  return (
    <li className="rule-row">
      <span className="words">
        {words}
        <span className="mono muted cut">
          <Icon name="arrow" /> {actionWords(rule.then)}
        </span>
      </span>
      <Deed name="up" says={`Move up: ${words}`} tip="Earlier" onClick={onUp} />
      <Deed name="down" says={`Move down: ${words}`} tip="Later" onClick={onDown} />
      {onEdit && <Deed name="edit" says={`Change rule: ${words}`} tip="Change" onClick={onEdit} />}
      <Deed name="trash" says={`Remove rule: ${words}`} tip="Remove" onClick={onRemove} />
    </li>
  );
}

interface DeedProps {
  name: IconName;
  says: string;
  tip: string;
  onClick: (() => void) | null;
}

function Deed({ name, says, tip, onClick }: DeedProps) {
  return (
    <Tooltip text={tip}>
      <Button size="sm" icon tone="quiet" aria-label={says} disabled={!onClick} onClick={onClick ?? undefined}>
        <Icon name={name} />
      </Button>
    </Tooltip>
  );
}
