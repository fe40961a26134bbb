import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { capabilities } from '@/entities/server/capabilities.queries';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Select } from '@/shared/ui/select';
import { Tooltip } from '@/shared/ui/tooltip';
import { LeafValues } from './leaf-values';
import { CONDITION_FIELDS, FIELD_NAMES, operatorsFor } from './rule-fields';
import { type LeafNode, withField } from './rule-tree';
import './conditions.css';

const FIELD_OPTIONS = FIELD_NAMES.map((field) => ({ value: field, label: CONDITION_FIELDS[field].label }));

interface Props {
  leaf: LeafNode;
  onChange: (leaf: LeafNode) => void;
  /** Null when another level would exceed the nesting limit. */
  onWrap: (() => void) | null;
  /** Null for the only condition. */
  onRemove: (() => void) | null;
}

/** One comparison: field, operator, values. */
export function ConditionLeaf({ leaf, onChange, onWrap, onRemove }: Props) {
  const id = useId();
  const errors = Object.values(leaf.errors);
  const noteId = errors.length > 0 ? `${id}-note` : undefined;
  const operators = operatorsFor(leaf.field);
  const operator = operators.find(({ op, not }) => op === leaf.op && not === leaf.not);
  return (
    <div className="cond-leaf" data-control={CONDITION_FIELDS[leaf.field].control}>
      <div className="link-form-operand">
        <Select
          aria-label={t('Condition')}
          value={leaf.field}
          options={FIELD_OPTIONS}
          onChange={(field) => onChange(withField(leaf, field))}
        />
        {leaf.field === 'query' && (
          <Input
            aria-label={t('Parameter name')}
            aria-invalid={leaf.errors.name ? true : undefined}
            aria-describedby={noteId}
            className="ui-mono"
            placeholder={t('ref')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={leaf.name}
            onChange={(event) => onChange({ ...leaf, name: event.target.value })}
          />
        )}
        <Select
          aria-label={t('Operator', { context: 'comparison' })}
          value={operator?.label ?? ''}
          options={operators.map(({ label }) => ({ value: label, label }))}
          onChange={(label) => {
            const chosen = operators.find((other) => other.label === label);
            if (chosen) onChange({ ...leaf, op: chosen.op, not: chosen.not });
          }}
        />
        <span className="link-form-actions">
          {onWrap && (
            <Tooltip text={t('Group')}>
              <Button size="sm" icon tone="quiet" aria-label={t('Group condition')} onClick={onWrap}>
                <Icon name="split" />
              </Button>
            </Tooltip>
          )}
          {onRemove && (
            <Tooltip text={t('Remove')}>
              <Button size="sm" icon tone="quiet" aria-label={t('Remove condition')} onClick={onRemove}>
                <Icon name="x" />
              </Button>
            </Tooltip>
          )}
        </span>
      </div>
      <LeafValues leaf={leaf} describedBy={noteId} onChange={onChange} />
      {(leaf.field === 'city' || leaf.field === 'region') && <PlacesNotice />}
      {errors.length > 0 && (
        <p id={noteId} className="ui-hint ui-error" role="alert">
          {errors.join(' ')}
        </p>
      )}
    </div>
  );
}

/** Warns that city and region conditions never match on an install without that data. */
function PlacesNotice() {
  const { data } = useQuery(capabilities());
  if (data?.cities !== false) return null;
  return (
    <p className="ui-hint ui-error" role="note">
      {t(
        'This server has no city or region data, so this condition never matches. An operator can add a city database with LINNET_GEOIP.',
      )}
    </p>
  );
}
