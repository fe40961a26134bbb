import { useRef } from 'react';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import {
  addBranch,
  type BranchForm,
  evenOut,
  MAX_BRANCHES,
  MIN_BRANCHES,
  removeBranch,
  setWeight,
  withFollowers,
} from './split';

interface Props {
  branches: readonly BranchForm[];
  onChange: (branches: BranchForm[]) => void;
  /** The link's destination, if a variant that equals it shall follow its edits. */
  destination?: string;
}

/** Addresses with the share of the visitors that each gets. The shares add to 100 whatever is moved. */
export function SplitFields({ branches, onChange, destination }: Props) {
  // Where the shares stood when somebody took hold of one: on the way to 50 the others pass through 5.
  const base = useRef<number[]>([]);
  const hold = () => {
    base.current = branches.map(({ weight }) => weight);
  };
  const weigh = (at: number, value: string) => onChange(setWeight(branches, base.current, at, Number(value)));
  const setUrl = (id: string, url: string) => {
    const next = branches.map((branch) => (branch.id === id ? { ...branch, url, fault: '' } : branch));
    onChange(destination === undefined ? next : withFollowers(next, destination));
  };
  return (
    <div className="split-fields">
      <ol>
        {branches.map((branch, at) => (
          <li key={branch.id}>
            <Input
              type="url"
              aria-label={`Address ${at + 1}`}
              aria-invalid={branch.fault ? true : undefined}
              placeholder="https://"
              autoComplete="off"
              value={branch.url}
              onChange={(event) => setUrl(branch.id, event.target.value)}
            />
            <Button
              size="sm"
              icon
              tone="quiet"
              aria-label={`Remove address ${at + 1}`}
              disabled={branches.length <= MIN_BRANCHES}
              onClick={() => onChange(removeBranch(branches, branch.id))}
            >
              <Icon name="x" />
            </Button>
            <input
              type="range"
              className="slide"
              aria-label={`Share of address ${at + 1}`}
              aria-valuetext={`${branch.weight} percent`}
              min={0}
              max={100}
              value={branch.weight}
              style={{ '--n': branch.weight } as React.CSSProperties}
              onPointerDown={hold}
              onFocus={hold}
              onChange={(event) => weigh(at, event.target.value)}
            />
            <span className="share-of">
              <Input
                aria-label={`Percent for address ${at + 1}`}
                inputMode="numeric"
                autoComplete="off"
                value={branch.weight}
                onFocus={(event) => {
                  hold();
                  event.currentTarget.select();
                }}
                onChange={(event) => weigh(at, event.target.value.replace(/\D/g, ''))}
              />
              <span aria-hidden="true">%</span>
            </span>
            {branch.followsDestination && <p className="hint">Follows the destination.</p>}
            {branch.fault && (
              <p className="hint fault" role="alert">
                {branch.fault}
              </p>
            )}
          </li>
        ))}
      </ol>
      <p className="adds">
        {branches.length < MAX_BRANCHES && (
          <button type="button" className="more link" onClick={() => onChange(addBranch(branches))}>
            Add an address
          </button>
        )}
        <button type="button" className="more link" onClick={() => onChange(evenOut(branches))}>
          Even out
        </button>
      </p>
    </div>
  );
}
