import { useId } from 'react';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Select } from '@/shared/ui/select';
import { Tooltip } from '@/shared/ui/tooltip';
import { LeafValues } from './leaf-values';
import { PlacesNotice } from './places-notice';
import { FACT_FIELDS, FACTS, verbsOf } from './rule-fields';
import { type LeafNode, withField } from './rule-tree';

const FIELD_OPTIONS = FACT_FIELDS.map((field) => ({ value: field, label: FACTS[field].label }));

interface Props {
  leaf: LeafNode;
  onChange: (leaf: LeafNode) => void;
  /** Null where a group would be too deep. */
  onWrap: (() => void) | null;
  /** Null for the only one. */
  onRemove: (() => void) | null;
}

/** One comparison: a fact about the visit, is or is not, and the values. */
export function ConditionLeaf({ leaf, onChange, onWrap, onRemove }: Props) {
  const id = useId();
  const faults = Object.values(leaf.faults);
  const noteId = faults.length > 0 ? `${id}-note` : undefined;
  const verbs = verbsOf(leaf.field);
  const verb = verbs.find(({ op, not }) => op === leaf.op && not === leaf.not);
  return (
    <div className="cond-leaf" data-control={FACTS[leaf.field].control}>
      <div className="what">
        <Select
          aria-label="Fact"
          value={leaf.field}
          options={FIELD_OPTIONS}
          onChange={(field) => onChange(withField(leaf, field))}
        />
        {leaf.field === 'query' && (
          <Input
            aria-label="Name of the parameter"
            aria-invalid={leaf.faults.name ? true : undefined}
            aria-describedby={noteId}
            className="mono"
            placeholder="ref"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={leaf.name}
            onChange={(event) => onChange({ ...leaf, name: event.target.value })}
          />
        )}
        <Select
          aria-label="Is or is not"
          value={verb?.label ?? ''}
          options={verbs.map(({ label }) => ({ value: label, label }))}
          onChange={(label) => {
            const chosen = verbs.find((other) => other.label === label);
            if (chosen) onChange({ ...leaf, op: chosen.op, not: chosen.not });
          }}
        />
        <span className="deeds">
          {onWrap && (
            <Tooltip text="Put into a group">
              <Button size="sm" icon tone="quiet" aria-label="Put this condition into a group" onClick={onWrap}>
                <Icon name="split" />
              </Button>
            </Tooltip>
          )}
          {onRemove && (
            <Tooltip text="Remove">
              <Button size="sm" icon tone="quiet" aria-label="Remove this condition" onClick={onRemove}>
                <Icon name="x" />
              </Button>
            </Tooltip>
          )}
        </span>
      </div>
      <LeafValues leaf={leaf} describedBy={noteId} onChange={onChange} />
      {(leaf.field === 'city' || leaf.field === 'region') && <PlacesNotice />}
      {faults.length > 0 && (
        <p id={noteId} className="hint fault" role="alert">
          {faults.join(' ')}
        </p>
      )}
    </div>
  );
}
