import { lazy, Suspense } from 'react';
import { Skeleton } from '@/shared/ui/skeleton';
import { checkedRule, isFaulty, moved, type RuleForm } from './rule-form';
import { RuleRow, ruleWords } from './rule-row';
import { useSortable } from './use-sortable';

const RuleEditor = lazy(() => import('./rule-editor').then((module) => ({ default: module.RuleEditor })));

interface Props {
  rules: readonly RuleForm[];
  onChange: (rules: RuleForm[]) => void;
  /** The key of the rule that is being changed. */
  open: string | null;
  onOpen: (key: string | null) => void;
}

/** The rules in the order in which they are tried; each reads like a sentence and can be carried elsewhere. */
export function RuleList({ rules, onChange, open, onOpen }: Props) {
  const sort = useSortable({
    count: rules.length,
    nameOf: (at) => (rules[at] ? ruleWords(rules[at]) : ''),
    onMove: (from, to) => onChange(moved(rules, from, to)),
  });
  const put = (next: RuleForm) => onChange(rules.map((other) => (other.key === next.key ? next : other)));

  /** The rows outlast what is closed or removed: the focus goes to one of their buttons before. */
  const focusIn = (at: number, button: string) =>
    sort.list.current?.children[at]?.querySelector<HTMLElement>(button)?.focus();

  function done(rule: RuleForm, at: number) {
    const checked = checkedRule(rule);
    put(checked);
    if (!isFaulty(checked)) focusIn(at, '[aria-expanded]');
    onOpen(isFaulty(checked) ? rule.key : null);
  }

  function remove(rule: RuleForm, at: number) {
    focusIn(at > 0 ? at - 1 : 1, '.grip');
    onChange(rules.filter(({ key }) => key !== rule.key));
  }

  return (
    <>
      <ol className="rules" ref={sort.list}>
        {rules.map((rule, at) => {
          const shown = open === rule.key || isFaulty(rule);
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
                <Suspense fallback={<Skeleton height={160} />}>
                  <RuleEditor
                    rule={rule}
                    onChange={(next) => {
                      // A rule that was opened by its fault stays open when that is mended.
                      onOpen(rule.key);
                      put(next);
                    }}
                    onDone={() => done(rule, at)}
                  />
                </Suspense>
              )}
            </li>
          );
        })}
      </ol>
      <p className="sr" role="status">
        {sort.spoken}
      </p>
    </>
  );
}
