import { withScheme } from '@/entities/link/destination';
import { uuid } from '@/shared/lib/ids';

export const MIN_BRANCHES = 2;
export const MAX_BRANCHES = 10;
const WHOLE = 100;

/** One variant of a split in its editable form. */
export interface BranchForm {
  id: string;
  url: string;
  weight: number;
  error: string;
  /** The variant's URL equals the link's destination and changes with it. */
  followsDestination?: boolean;
}

export const newBranch = (url = '', weight = 0): BranchForm => ({ id: uuid(), url, weight, error: '' });

const sameAddress = (one: string, other: string) => withScheme(one) === withScheme(other);

/** Sets `followsDestination` on the variants whose URL equals the destination. */
export function withFollowers(branches: readonly BranchForm[], destination: string): BranchForm[] {
  return branches.map((branch) => ({
    ...branch,
    // Two empty URLs are not a match.
    followsDestination: branch.url.trim() ? sameAddress(branch.url, destination) : branch.followsDestination,
  }));
}

/** Updates the variants that follow the destination to its new URL. */
export function followDestination(branches: readonly BranchForm[], destination: string): BranchForm[] {
  return branches.map((branch) => (branch.followsDestination ? { ...branch, url: destination, error: '' } : branch));
}

/** Whether a split is on and none of its variants uses the destination. */
export function isDestinationUnused(branches: readonly BranchForm[], destination: string): boolean {
  return branches.length > 0 && !branches.some(({ url }) => sameAddress(url, destination));
}

/** Whole numbers in the proportion of `weights` that add to `total`; the largest remainders are rounded up. */
function scaleTo(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const exact = weights.map((weight) => (sum === 0 ? total / weights.length : (weight * total) / sum));
  const whole = exact.map(Math.floor);
  const missing = total - whole.reduce((all, weight) => all + weight, 0);
  const first = exact
    .map((weight, at) => ({ at, rest: weight - Math.floor(weight) }))
    .sort((a, b) => b.rest - a.rest || a.at - b.at)
    .slice(0, missing);
  for (const { at } of first) whole[at] = (whole[at] ?? 0) + 1;
  return whole;
}

/** Sets one weight, clamped to 0–100, and scales the others proportionally so that the sum is 100. */
export function withWeight(weights: readonly number[], at: number, wanted: number): number[] {
  const own = Math.min(WHOLE, Math.max(0, Math.round(Number.isFinite(wanted) ? wanted : 0)));
  const others = scaleTo(
    weights.filter((_, index) => index !== at),
    WHOLE - own,
  );
  return others.toSpliced(at, 0, own);
}

const withWeights = (branches: readonly BranchForm[], weights: readonly number[]): BranchForm[] =>
  branches.map((branch, at) => ({ ...branch, weight: weights[at] ?? 0 }));

/** Sets a weight relative to `base`, the weights when the drag or edit started. */
export function setWeight(branches: readonly BranchForm[], base: readonly number[], at: number, wanted: number) {
  return withWeights(branches, withWeight(base, at, wanted));
}

/** Makes all weights equal, rounded to whole numbers. */
export function distributeEvenly(branches: readonly BranchForm[]): BranchForm[] {
  return withWeights(
    branches,
    scaleTo(
      branches.map(() => 1),
      WHOLE,
    ),
  );
}

/** Adds a variant with an equal share. */
export function addBranch(branches: readonly BranchForm[]): BranchForm[] {
  const more = [...branches, newBranch()];
  const weights = more.map(({ weight }) => weight);
  return withWeights(more, withWeight(weights, branches.length, Math.floor(WHOLE / more.length)));
}

/** Removes a variant and distributes its share proportionally. */
export function removeBranch(branches: readonly BranchForm[], id: string): BranchForm[] {
  const rest = branches.filter((branch) => branch.id !== id);
  return withWeights(
    rest,
    scaleTo(
      rest.map(({ weight }) => weight),
      WHOLE,
    ),
  );
}

/** Two variants of equal weight; the first follows the destination. */
export const newSplit = (url: string): BranchForm[] => [
  { ...newBranch(url, 50), followsDestination: true },
  newBranch('', 50),
];
