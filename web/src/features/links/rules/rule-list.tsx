import { lazyPart } from '@/shared/ui/lazy-part';
import { Skeleton } from '@/shared/ui/skeleton';
import { hasErrors, moved, type RuleForm, validateRule } from './rule-form';
import { describeRule, RuleRow } from './rule-row';
import { useSortable } from './use-sortable';
import './rules.css';

const RuleEditor = lazyPart(() => import('./rule-editor'), 'RuleEditor', <Skeleton height={160} />);

interface Props {
  rules: readonly RuleForm[];
  onChange: (rules: RuleForm[]) => void;
  /** The key of the rule being edited. */
  open: string | null;
  onOpen: (key: string | null) => void;
}

/** The rules in evaluation order. Rows can be reordered and edited in place. */
export function RuleList({ rules, onChange, open, onOpen }: Props) {
  const sort = useSortable({
    count: rules.length,
    labelOf: (at) => (rules[at] ? describeRule(rules[at]) : ''),
    onMove: (from, to) => onChange(moved(rules, from, to)),
  });
  const replace = (next: RuleForm) => onChange(rules.map((other) => (other.key === next.key ? next : other)));

  /** Moves the focus to a row's button before the focused element is removed. */
  const focusIn = (at: number, button: string) =>
    sort.list.current?.children[at]?.querySelector<HTMLElement>(button)?.focus();

  function done(rule: RuleForm, at: number) {
    const checked = validateRule(rule);
    replace(checked);
    if (!hasErrors(checked)) focusIn(at, '[aria-expanded]');
    onOpen(hasErrors(checked) ? rule.key : null);
  }

  function remove(rule: RuleForm, at: number) {
    focusIn(at > 0 ? at - 1 : 1, '.link-form-grip');
    onChange(rules.filter(({ key }) => key !== rule.key));
  }

  return (
    <>
      <ol className="link-form-rules" ref={sort.list}>
        {rules.map((rule, at) => {
          const shown = open === rule.key || hasErrors(rule);
          return (
            <li key={rule.key} {...sort.rowProps(at)}>
              <RuleRow
                rule={rule}
                at={at}
                open={shown}
                handle={sort.handleProps(at)}
                onToggle={() => (shown ? done(rule, at) : onOpen(rule.key))}
                onUp={at > 0 ? () => onChange(moved(rules, at, at - 1)) : null}
                onDown={at < rules.length - 1 ? () => onChange(moved(rules, at, at + 1)) : null}
                onRemove={() => remove(rule, at)}
              />
              {shown && (
                <RuleEditor
                  rule={rule}
                  onChange={(next) => {
                    // A rule that was opened by an error stays open after the error is fixed.
                    onOpen(rule.key);
                    replace(next);
                  }}
                  onDone={() => done(rule, at)}
                />
              )}
            </li>
          );
        })}
      </ol>
      <p className="ui-sr-only" role="status">
        {sort.announcement}
      </p>
    </>
  );
}
