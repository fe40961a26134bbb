import type { ReactNode } from 'react';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
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
  { value: 'all', label: t('all'), kind: 'all', not: false },
  { value: 'any', label: t('any'), kind: 'any', not: false },
  { value: 'none', label: t('none'), kind: 'any', not: true },
  { value: 'not-all', label: t('not all'), kind: 'all', not: true },
] as const;

type Kind = (typeof KINDS)[number]['value'];

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
  const setKind = (value: Kind) => {
    const chosen = KINDS.find((choice) => choice.value === value);
    if (!chosen) return;
    put(changeNode(root, group.id, (node) => ({ ...node, kind: chosen.kind, not: chosen.not }) as GroupNode));
  };
  return (
    <fieldset className="cond-group" data-root={isRoot || undefined}>
      <legend className="ui-sr-only">{isRoot ? t('Conditions') : t('Condition group')}</legend>
      <div className="link-form-head">
        <Quantifier root={isRoot} kind={kind.value} shown={!isRoot || !lone || group.not} onChange={setKind} />
        {!isRoot && (
          <Tooltip text={t('Remove group')}>
            <Button
              size="sm"
              icon
              tone="quiet"
              aria-label={t('Remove group')}
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
          {t('Add condition')}
        </button>
        {isWithinMaxDepth(nested) && (
          <button type="button" className="ui-more ui-link" onClick={() => put(nested)}>
            {t('Add group')}
          </button>
        )}
      </p>
    </fieldset>
  );
}

interface QuantifierProps {
  root: boolean;
  kind: Kind;
  /** Whether there is something to choose. */
  shown: boolean;
  onChange: (kind: Kind) => void;
}

/** "If all of these match", with a choice in it. */
function Quantifier({ root, kind, shown, onChange }: QuantifierProps) {
  if (!shown) return <span>{t('If')}</span>;
  const tags = {
    words: (children: ReactNode) => <span>{children}</span>,
    choice: () => <Select aria-label={t('Match')} value={kind} options={KINDS} onChange={onChange} />,
  };
  return root ? (
    <Trans text="<words>If</words><choice/><words>of these match</words>" tags={tags} />
  ) : (
    <Trans text="<choice/><words>of these match</words>" tags={tags} />
  );
}
