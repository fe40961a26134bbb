import { useState } from 'react';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Segmented } from '@/shared/ui/segmented';
import { Select } from '@/shared/ui/select';
import { NEW_RULE, type PlainRule, type RuleTest, ruleFault } from './rule-form';
import { RuleTestLine } from './rule-test-line';

const ACTIONS = [
  { value: 'redirect', label: 'go to' },
  { value: '404', label: 'find nothing (404)' },
  { value: '410', label: 'hear that it is gone (410)' },
  { value: '451', label: 'are refused for legal reasons (451)' },
] as const;

interface Props {
  start: PlainRule;
  onDone: (rule: PlainRule) => void;
  onCancel: () => void;
}

/** Makes or changes one rule: which visitors, and what becomes of them. */
export function RuleEditor({ start, onDone, onCancel }: Props) {
  const [rule, setRule] = useState(start);
  const [tried, setTried] = useState(false);
  const fault = tried ? ruleFault(rule) : null;
  const change = (named: Partial<PlainRule>) => setRule({ ...rule, ...named });
  const setTest = (at: number, test: RuleTest) =>
    change({ tests: rule.tests.map((other, index) => (index === at ? test : other)) });

  function done() {
    setTried(true);
    if (ruleFault(rule) === null) onDone(rule);
  }

  return (
    <fieldset className="rule-editor">
      <legend className="sr">Rule</legend>
      {rule.tests.length > 1 && (
        <Segmented
          label="Tests that must hold"
          value={rule.match}
          options={[
            { value: 'all', label: 'All of' },
            { value: 'any', label: 'Any of' },
          ]}
          onChange={(match) => change({ match })}
        />
      )}
      {rule.tests.map((test, at) => (
        <RuleTestLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a test is told apart by its place alone
          key={at}
          test={test}
          onChange={(next) => setTest(at, next)}
          onRemove={rule.tests.length > 1 ? () => change({ tests: rule.tests.toSpliced(at, 1) }) : null}
        />
      ))}
      <button
        type="button"
        className="more link w-max"
        onClick={() => change({ tests: [...rule.tests, ...NEW_RULE.tests] })}
      >
        And another test
      </button>
      <div className="rule-then">
        <span>They</span>
        <Select
          aria-label="What becomes of them"
          value={rule.action}
          options={ACTIONS}
          onChange={(action) => change({ action })}
        />
      </div>
      {rule.action === 'redirect' && (
        <Input
          type="url"
          aria-label="Where they go"
          placeholder="https://"
          autoComplete="off"
          value={rule.url}
          onChange={(event) => change({ url: event.target.value })}
        />
      )}
      {fault && (
        <p className="hint fault" role="alert">
          {fault}
        </p>
      )}
      <span className="flex gap-2 justify-end">
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" tone="ink" onClick={done}>
          Keep rule
        </Button>
      </span>
    </fieldset>
  );
}
