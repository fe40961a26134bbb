// Package budget bounds the work that the text of a tenant causes: its bytes, its nodes, their
// depth, the bytes of the result, the time, and the turns of its workspace.
//
// Bounds of each parser for itself always missed a shape: a long selector in each of
// thousands of declarations, groups in groups, open elements that a parser repeats in
// each paragraph. So what parses or renders such a text takes a Budget, which exists
// only between Begin and End of a Pool. What takes longer than a bounded time for each
// node is made linear; a budget does not replace that. Saving a page renders it with
// the budget of its preview, and neither accepts what visitors would not see whole;
// stored pages leave out blocks that do not fit. Elements of custom HTML are counted
// from its tokens before it is parsed.
package budget

import (
	"context"
	"errors"
	"math"
	"time"

	"linnet/internal/base/fair"
	"linnet/internal/base/fault"
)

// Limits bound one piece of work. A zero field is not bounded.
type Limits struct {
	Input  int // bytes that are read
	Nodes  int // tokens, elements, blocks: whatever takes a bounded time each
	Depth  int // of nested nodes
	Output int // bytes of the result
	Time   time.Duration
}

// Pool admits work of one kind. It is safe for concurrent use.
type Pool struct {
	gate     *fair.Gate
	limits   Limits
	exceeded *fault.Error
}

// NewPool returns a pool whose work takes turns at gate. exceeded is the fault of work beyond
// the limits; its sentence names them for people.
func NewPool(gate *fair.Gate, limits Limits, exceeded *fault.Error) *Pool {
	return &Pool{gate, limits, exceeded}
}

// Begin blocks until the gate admits the workspace, and returns the budget of one piece of
// work. The time starts then. It returns fault.Unavailable when ctx ends before. The caller
// must call End.
func (p *Pool) Begin(ctx context.Context, workspaceID string) (*Budget, error) {
	release, err := p.gate.Acquire(ctx, workspaceID)
	if err != nil {
		return nil, err
	}
	b := &Budget{limits: p.limits, exceeded: p.exceeded, ctx: ctx, end: release}
	if p.limits.Time > 0 {
		timed, cancel := context.WithTimeout(ctx, p.limits.Time)
		b.ctx, b.end = timed, func() { cancel(); release() }
	}
	return b, nil
}

// Budget is what is left of the limits of one piece of work. It is not safe for concurrent use.
type Budget struct {
	limits   Limits
	exceeded *fault.Error
	ctx      context.Context //nolint:containedctx // the time is part of the budget
	end      func()

	input, nodes, depth, output int
	err                         error // of nodes or time
}

// Part returns the budget of a part of the work, with limits of its own and the time of b. Its
// End does nothing.
func (b *Budget) Part(limits Limits, exceeded *fault.Error) *Budget {
	return &Budget{limits: limits, exceeded: exceeded, ctx: b.ctx, end: func() {}}
}

// End releases the turn of the workspace.
func (b *Budget) End() { b.end() }

// Context returns the context of the work, which ends with its time.
func (b *Budget) Context() context.Context { return b.ctx }

// Input takes n bytes that are read, or returns the fault of the pool.
func (b *Budget) Input(n int) error { return b.take(&b.input, n, b.limits.Input) }

// InputLeft returns the bytes that Input can take.
func (b *Budget) InputLeft() int {
	if b.limits.Input == 0 {
		return math.MaxInt
	}
	return b.limits.Input - b.input
}

// Output takes n bytes of the result. If so many are not left, it takes none and returns the
// fault of the pool: smaller results may still fit.
func (b *Budget) Output(n int) error { return b.take(&b.output, n, b.limits.Output) }

func (b *Budget) take(used *int, n, limit int) error {
	if limit > 0 && n > limit-*used {
		return b.exceeded
	}
	*used += n
	return nil
}

// pollEvery is the number of nodes after which Nodes looks at the context.
const pollEvery = 256

// Nodes takes n nodes. It returns the fault of the pool, or fault.Unavailable when the time has
// ended, and then the same one for every further call.
func (b *Budget) Nodes(n int) error {
	if b.err != nil {
		return b.err
	}
	if b.nodes/pollEvery != (b.nodes+n)/pollEvery || b.nodes == 0 {
		if err := b.ctx.Err(); err != nil {
			b.err = fault.Wrap(err, fault.Unavailable, "This took too long. Please try again in a moment.")
			return b.err
		}
	}
	if err := b.take(&b.nodes, n, b.limits.Nodes); err != nil {
		b.err = err
	}
	return b.err
}

// Enter takes one level of depth until Leave, or returns the fault of the pool as Nodes does.
func (b *Budget) Enter() error {
	if b.err == nil {
		b.err = b.take(&b.depth, 1, b.limits.Depth)
	}
	return b.err
}

// Leave returns the level of an Enter.
func (b *Budget) Leave() { b.depth-- }

// Exceeded reports whether an error is that of work beyond the limits of the budget.
func (b *Budget) Exceeded(err error) bool { return errors.Is(err, b.exceeded) }
