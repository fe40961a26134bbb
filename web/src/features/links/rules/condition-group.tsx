import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Select } from '@/shared/ui/select';
import { Tooltip } from '@/shared/ui/tooltip';
import { ConditionLeaf } from './condition-leaf';
import {
  addTo,
  changeNode,
  type GroupNode,
  isWithinMaxDepth,
  newGroup,
  newLeaf,
  removeNode,
  wrapNode,
} from './rule-tree';
import './conditions.css';

const KINDS = [
  { value: 'all', label: 'all', kind: 'all', not: false },
  { value: 'any', label: 'any', kind: 'any', not: false },
  { value: 'none', label: 'none', kind: 'any', not: true },
  { value: 'not-all', label: 'not all', kind: 'all', not: true },
] as const;

interface Props {
  group: GroupNode;
  root: GroupNode;
  onRoot: (root: GroupNode) => void;
}

/** A group of conditions and nested groups: "If all of these match". */
export function ConditionGroup({ group, root, onRoot }: Props) {
  const kind = KINDS.find((choice) => choice.kind === group.kind && choice.not === group.not) ?? KINDS[0];
  const isRoot = group.id === root.id;
  const lone = group.children.length === 1;
  const errors = Object.values(group.errors);
  const put = (next: GroupNode) => onRoot(next);
  const nested = addTo(root, group.id, newGroup('any'));
  return (
    <fieldset className="cond-group" data-root={isRoot || undefined}>
      <legend className="ui-sr-only">{isRoot ? 'Conditions' : 'Condition group'}</legend>
      <div className="link-form-head">
        {isRoot && <span>If</span>}
        {(!isRoot || !lone || group.not) && (
          <>
            <Select
              aria-label="Match"
              value={kind.value}
              options={KINDS}
              onChange={(value) => {
                const chosen = KINDS.find((choice) => choice.value === value);
                if (chosen)
                  put(
                    changeNode(
                      root,
                      group.id,
                      (node) => ({ ...node, kind: chosen.kind, not: chosen.not }) as GroupNode,
                    ),
                  );
              }}
            />
            <span>of these match</span>
          </>
        )}
        {!isRoot && (
          <Tooltip text="Remove group">
            <Button
              size="sm"
              icon
              tone="quiet"
              aria-label="Remove group"
              onClick={() => put(removeNode(root, group.id))}
            >
              <Icon name="x" />
            </Button>
          </Tooltip>
        )}
      </div>
      <ul>
        {group.children.map((child) => (
          <li key={child.id}>
            {child.kind === 'leaf' ? (
              <ConditionLeaf
                leaf={child}
                onChange={(leaf) => put(changeNode(root, child.id, () => leaf))}
                onWrap={isWithinMaxDepth(wrapNode(root, child.id)) ? () => put(wrapNode(root, child.id)) : null}
                onRemove={isRoot && lone ? null : () => put(removeNode(root, child.id))}
              />
            ) : (
              <ConditionGroup group={child} root={root} onRoot={onRoot} />
            )}
          </li>
        ))}
      </ul>
      {errors.length > 0 && (
        <p className="ui-hint ui-error" role="alert">
          {errors.join(' ')}
        </p>
      )}
      <p className="link-form-adds">
        <button type="button" className="ui-more ui-link" onClick={() => put(addTo(root, group.id, newLeaf()))}>
          Add condition
        </button>
        {isWithinMaxDepth(nested) && (
          <button type="button" className="ui-more ui-link" onClick={() => put(nested)}>
            Add group
          </button>
        )}
      </p>
    </fieldset>
  );
}
