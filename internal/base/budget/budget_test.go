package budget_test

import (
	"context"
	"math"
	"testing"
	"time"

	"linnet/internal/base/budget"
	"linnet/internal/base/fair"
	"linnet/internal/base/fault"
)

func begin(t *testing.T, ctx context.Context, limits budget.Limits) *budget.Budget {
	t.Helper()
	b, err := budget.NewPool(fair.New(1), limits, fault.New(fault.Invalid, "Too much.")).Begin(ctx, "wsp_1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.End)
	return b
}

func TestBudget_EachLimitIsExact(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(b *budget.Budget) error{
		"input":  func(b *budget.Budget) error { return b.Input(1) },
		"nodes":  func(b *budget.Budget) error { return b.Nodes(1) },
		"depth":  func(b *budget.Budget) error { return b.Enter() },
		"output": func(b *budget.Budget) error { return b.Output(1) },
	} {
		b := begin(t, t.Context(), budget.Limits{Input: 3, Nodes: 3, Depth: 3, Output: 3})
		for i := range 3 {
			if err := take(b); err != nil {
				t.Errorf("%s %d: %v", name, i, err)
			}
		}
		if err := take(b); !b.Exceeded(err) || !fault.Is(err, fault.Invalid) {
			t.Errorf("%s beyond the limit: %v", name, err)
		}
		unbounded := begin(t, t.Context(), budget.Limits{})
		for range 1000 {
			if err := take(unbounded); err != nil {
				t.Fatalf("%s without a limit: %v", name, err)
			}
		}
	}
}

func TestBudget_AResultThatDoesNotFitTakesNothing(t *testing.T) {
	t.Parallel()
	b := begin(t, t.Context(), budget.Limits{Output: 10})
	for _, c := range []struct {
		n    int
		fits bool
	}{{8, true}, {3, false}, {1 << 62, false}, {2, true}, {1, false}} {
		if err := b.Output(c.n); (err == nil) != c.fits {
			t.Errorf("%d bytes: %v", c.n, err)
		}
	}
}

func TestBudget_InputLeft(t *testing.T) {
	t.Parallel()
	b := begin(t, t.Context(), budget.Limits{Input: 10})
	if err := b.Input(4); err != nil || b.InputLeft() != 6 {
		t.Errorf("%d left, %v", b.InputLeft(), err)
	}
	if n := begin(t, t.Context(), budget.Limits{}).InputLeft(); n != math.MaxInt {
		t.Errorf("%d left of no limit", n)
	}
}

func TestBudget_LeaveReturnsTheDepth(t *testing.T) {
	t.Parallel()
	b := begin(t, t.Context(), budget.Limits{Depth: 1})
	for range 3 {
		if err := b.Enter(); err != nil {
			t.Fatal(err)
		}
		b.Leave()
	}
}

// Work must end soon after its context did, and remain ended.
func TestBudget_NodesEndWithTheContext(t *testing.T) {
	t.Parallel()
	for _, before := range []int{0, 1, 1000} {
		ctx, cancel := context.WithCancel(t.Context())
		b := begin(t, ctx, budget.Limits{})
		part := b.Part(budget.Limits{}, fault.New(fault.Invalid, "Too much."))
		for range before {
			if err := b.Nodes(1); err != nil {
				t.Fatal(err)
			}
		}
		cancel()
		if err := part.Nodes(1); !fault.Is(err, fault.Unavailable) {
			t.Errorf("a part: %v", err)
		}
		steps := 0
		for b.Nodes(1) == nil {
			if steps++; steps > 256 {
				t.Fatalf("after %d nodes: no end within %d", before, steps)
			}
		}
		if err := b.Enter(); !fault.Is(err, fault.Unavailable) || b.Exceeded(err) {
			t.Errorf("after the end: %v", err)
		}
	}
}

func TestPool_TimeStartsAtTheTurn(t *testing.T) {
	t.Parallel()
	b, err := budget.NewPool(fair.New(1), budget.Limits{Time: time.Hour}, fault.New(fault.Invalid, "Too much.")).Begin(t.Context(), "wsp_1")
	if err != nil {
		t.Fatal(err)
	}
	until, ok := b.Context().Deadline()
	if left := time.Until(until); !ok || left > time.Hour || left < 50*time.Minute {
		t.Errorf("%s are left, %t", left, ok)
	}
	b.End()
	if b.Context().Err() == nil {
		t.Error("the context outlives the work")
	}
}

func TestPool_OneTurnOfAWorkspace(t *testing.T) {
	t.Parallel()
	pool := budget.NewPool(fair.New(2), budget.Limits{}, fault.New(fault.Invalid, "Too much."))
	first, err := pool.Begin(t.Context(), "wsp_1")
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := pool.Begin(ended, "wsp_1"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a second turn: %v", err)
	}
	other, err := pool.Begin(t.Context(), "wsp_2")
	if err != nil {
		t.Fatal(err)
	}
	other.End()
	first.End()
	again, err := pool.Begin(t.Context(), "wsp_1")
	if err != nil {
		t.Fatal(err)
	}
	again.End()
}
