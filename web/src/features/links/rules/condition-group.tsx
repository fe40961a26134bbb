import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Select } from '@/shared/ui/select';
import { Tooltip } from '@/shared/ui/tooltip';
import { ConditionLeaf } from './condition-leaf';
import { addTo, changeNode, fits, type GroupNode, newGroup, newLeaf, removeNode, wrapNode } from './rule-tree';

const KINDS = [
  { value: 'all', label: 'ALL of', kind: 'all', not: false },
  { value: 'any', label: 'ANY of', kind: 'any', not: false },
  { value: 'none', label: 'NONE of', kind: 'any', not: true },
  { value: 'not-all', label: 'NOT ALL of', kind: 'all', not: true },
] as const;

interface Props {
  group: GroupNode;
  root: GroupNode;
  onRoot: (root: GroupNode) => void;
}

/** Conditions that are combined, with groups among them: "If ALL of … these hold". */
export function ConditionGroup({ group, root, onRoot }: Props) {
  const kind = KINDS.find((choice) => choice.kind === group.kind && choice.not === group.not) ?? KINDS[0];
  const isRoot = group.id === root.id;
  const lone = group.kids.length === 1;
  const faults = Object.values(group.faults);
  const put = (next: GroupNode) => onRoot(next);
  const nested = addTo(root, group.id, newGroup('any'));
  return (
    <fieldset className="cond-group" data-root={isRoot || undefined}>
      <legend className="sr">{isRoot ? 'Conditions' : 'Group of conditions'}</legend>
      <div className="head">
        {isRoot && <span>If</span>}
        {(!isRoot || !lone || group.not) && (
          <>
            <Select
              aria-label="How many must hold"
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
            <span>these</span>
          </>
        )}
        {!isRoot && (
          <Tooltip text="Remove the group">
            <Button
              size="sm"
              icon
              tone="quiet"
              aria-label="Remove this group"
              onClick={() => put(removeNode(root, group.id))}
            >
              <Icon name="x" />
            </Button>
          </Tooltip>
        )}
      </div>
      <ul>
        {group.kids.map((kid) => (
          <li key={kid.id}>
            {kid.kind === 'leaf' ? (
              <ConditionLeaf
                leaf={kid}
                onChange={(leaf) => put(changeNode(root, kid.id, () => leaf))}
                onWrap={fits(wrapNode(root, kid.id)) ? () => put(wrapNode(root, kid.id)) : null}
                onRemove={isRoot && lone ? null : () => put(removeNode(root, kid.id))}
              />
            ) : (
              <ConditionGroup group={kid} root={root} onRoot={onRoot} />
            )}
          </li>
        ))}
      </ul>
      {faults.length > 0 && (
        <p className="hint fault" role="alert">
          {faults.join(' ')}
        </p>
      )}
      <p className="adds">
        <button type="button" className="more link" onClick={() => put(addTo(root, group.id, newLeaf()))}>
          Add a condition
        </button>
        {fits(nested) && (
          <button type="button" className="more link" onClick={() => put(nested)}>
            Add a group
          </button>
        )}
      </p>
    </fieldset>
  );
}
