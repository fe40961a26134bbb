import { useRef } from 'react';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Input, UrlInput } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import {
  addBranch,
  type BranchForm,
  distributeEvenly,
  MAX_BRANCHES,
  MIN_BRANCHES,
  removeBranch,
  setWeight,
  withFollowers,
} from './split';
import './split-fields.css';

interface Props {
  branches: readonly BranchForm[];
  onChange: (branches: BranchForm[]) => void;
  /** The link's destination; variants with the same URL follow its edits. Omit to disable that. */
  destination?: string;
}

/** The variants of a split with their shares, which always add up to 100. */
export function SplitFields({ branches, onChange, destination }: Props) {
  // The shares when editing started. Typing 50 passes through 5, which must not distort the proportions.
  const base = useRef<number[]>([]);
  const captureBase = () => {
    base.current = branches.map(({ weight }) => weight);
  };
  const updateWeight = (at: number, value: string) => onChange(setWeight(branches, base.current, at, Number(value)));
  const setUrl = (id: string, url: string) => {
    const next = branches.map((branch) => (branch.id === id ? { ...branch, url, error: '' } : branch));
    onChange(destination === undefined ? next : withFollowers(next, destination));
  };
  return (
    <div className="split-fields">
      <ol>
        {branches.map((branch, at) => (
          <li key={branch.id}>
            <UrlInput
              aria-label={t('Variant {number} URL', { number: at + 1 })}
              aria-invalid={branch.error ? true : undefined}
              placeholder="https://"
              value={branch.url}
              onChange={(event) => setUrl(branch.id, event.target.value)}
            />
            <Button
              size="sm"
              icon
              tone="quiet"
              aria-label={t('Remove variant {number}', { number: at + 1 })}
              disabled={branches.length <= MIN_BRANCHES}
              onClick={() => onChange(removeBranch(branches, branch.id))}
            >
              <Icon name="x" />
            </Button>
            <input
              type="range"
              className="link-form-slide"
              aria-label={t('Variant {number} share', { number: at + 1 })}
              aria-valuetext={t('{weight} percent', { weight: branch.weight })}
              min={0}
              max={100}
              value={branch.weight}
              style={{ '--n': branch.weight } as React.CSSProperties}
              onPointerDown={captureBase}
              onFocus={captureBase}
              onChange={(event) => updateWeight(at, event.target.value)}
            />
            <span className="share-of">
              <Input
                aria-label={t('Variant {number} percentage', { number: at + 1 })}
                inputMode="numeric"
                autoComplete="off"
                value={branch.weight}
                onFocus={(event) => {
                  captureBase();
                  event.currentTarget.select();
                }}
                onChange={(event) => updateWeight(at, event.target.value.replace(/\D/g, ''))}
              />
              <span aria-hidden="true">%</span>
            </span>
            {branch.followsDestination && <p className="ui-hint">{t('Follows the destination.')}</p>}
            {branch.error && (
              <p className="ui-hint ui-error" role="alert">
                {branch.error}
              </p>
            )}
          </li>
        ))}
      </ol>
      <p className="link-form-adds">
        {branches.length < MAX_BRANCHES && (
          <button type="button" className="ui-more ui-link" onClick={() => onChange(addBranch(branches))}>
            {t('Add variant')}
          </button>
        )}
        <button type="button" className="ui-more ui-link" onClick={() => onChange(distributeEvenly(branches))}>
          {t('Split evenly')}
        </button>
      </p>
    </div>
  );
}
