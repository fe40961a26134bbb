import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { Button } from '@/shared/ui/button';
import { Icon, type IconName } from '@/shared/ui/icon';
import { Tooltip } from '@/shared/ui/tooltip';
import { actionWords, conditionWords } from './describe-rule';
import { type RuleForm, thenOf } from './rule-form';
import { whenOf } from './rule-tree';
import type { Sortable } from './use-sortable';

interface Props {
  rule: RuleForm;
  /** Its place in the order, from 0. */
  at: number;
  open: boolean;
  handle: ReturnType<Sortable['handleProps']>;
  onToggle: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
}

export const ruleWords = (rule: RuleForm, zone?: string): string => conditionWords(whenOf(rule.when), zone);

/** One rule in words, with its place in the order. */
export function RuleRow({ rule, at, open, handle, onToggle, onUp, onDown, onRemove }: Props) {
  const words = ruleWords(rule, useEntryZone());
  return (
    <div className="rule-row">
      <button type="button" className="grip" aria-label={`Order of rule ${at + 1}: ${words}`} {...handle}>
        <Icon name="grip" />
        <span aria-hidden="true">{at + 1}</span>
      </button>
      <span className="words">
        {rule.name.trim() && <span className="small muted">{rule.name}</span>}
        <span>{words}</span>
        <span className="mono muted cut">
          <Icon name="arrow" /> {actionWords(thenOf(rule))}
        </span>
      </span>
      <span className="deeds">
        <Deed name="up" says={`Move up: ${words}`} tip="Earlier" onClick={onUp} />
        <Deed name="down" says={`Move down: ${words}`} tip="Later" onClick={onDown} />
        <Deed name="edit" says={`Change rule: ${words}`} tip="Change" onClick={onToggle} expanded={open} />
        <Deed name="trash" says={`Remove rule: ${words}`} tip="Remove" onClick={onRemove} />
      </span>
    </div>
  );
}

interface DeedProps {
  name: IconName;
  says: string;
  tip: string;
  onClick: (() => void) | null;
  expanded?: boolean;
}

function Deed({ name, says, tip, onClick, expanded }: DeedProps) {
  return (
    <Tooltip text={tip}>
      <Button
        size="sm"
        icon
        tone="quiet"
        aria-label={says}
        aria-expanded={expanded}
        disabled={!onClick}
        onClick={onClick ?? undefined}
      >
        <Icon name={name} />
      </Button>
    </Tooltip>
  );
}
