import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Icon, type IconName } from '@/shared/ui/icon';
import { Tooltip } from '@/shared/ui/tooltip';
import { describeAction, describeCondition } from './describe-rule';
import { type RuleForm, toAction } from './rule-form';
import { toCondition } from './rule-tree';
import type { Sortable } from './use-sortable';

interface Props {
  rule: RuleForm;
  /** Its index in the list. */
  at: number;
  open: boolean;
  handle: ReturnType<Sortable['handleProps']>;
  onToggle: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
}

export const describeRule = (rule: RuleForm, zone?: string): string => describeCondition(toCondition(rule.when), zone);

/** One rule as text, with its position and its actions. */
export function RuleRow({ rule, at, open, handle, onToggle, onUp, onDown, onRemove }: Props) {
  const text = describeRule(rule, useEntryZone());
  return (
    <div className="rule-row">
      <button
        type="button"
        className="link-form-grip"
        aria-label={t('Reorder rule {number}: {text}', { number: at + 1, text })}
        {...handle}
      >
        <Icon name="grip" />
        <span aria-hidden="true">{at + 1}</span>
      </button>
      <span className="link-form-summary">
        {rule.name.trim() && <bdi className="ui-small ui-muted">{rule.name}</bdi>}
        <span>{text}</span>
        <span className="ui-mono ui-muted ui-truncate">
          <Icon name="arrow" /> {describeAction(toAction(rule))}
        </span>
      </span>
      <span className="link-form-actions">
        <RowAction icon="up" label={t('Move up: {text}', { text })} tip={t('Move up')} onClick={onUp} />
        <RowAction icon="down" label={t('Move down: {text}', { text })} tip={t('Move down')} onClick={onDown} />
        <RowAction
          icon="edit"
          label={t('Edit rule: {text}', { text })}
          tip={t('Edit')}
          onClick={onToggle}
          expanded={open}
        />
        <RowAction icon="trash" label={t('Remove rule: {text}', { text })} tip={t('Remove')} onClick={onRemove} />
      </span>
    </div>
  );
}

interface RowActionProps {
  icon: IconName;
  label: string;
  tip: string;
  onClick: (() => void) | null;
  expanded?: boolean;
}

function RowAction({ icon, label, tip, onClick, expanded }: RowActionProps) {
  return (
    <Tooltip text={tip}>
      <Button
        size="sm"
        icon
        tone="quiet"
        aria-label={label}
        aria-expanded={expanded}
        disabled={!onClick}
        onClick={onClick ?? undefined}
      >
        <Icon name={icon} />
      </Button>
    </Tooltip>
  );
}
