package sitematch_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"linnet/internal/base/budget"
	"linnet/internal/base/clock"
	"linnet/internal/base/fair"
	"linnet/internal/base/fault"
	"linnet/internal/core/page"
	"linnet/internal/core/page/sitematch"
)

// hostile returns style sheets of n bytes whose costs grew with the product of two of their
// parts.
func hostile(n int) map[string]string {
	fill := func(head, part, tail string) string {
		return head + strings.Repeat(part, max(0, n-len(head)-len(tail))/len(part)) + tail
	}
	half := strings.Repeat("a", n/2)
	return map[string]string{
		"a long selector and many properties": fill("html["+half+"]{", "--a:1;", "}"),
		"many selectors and many properties":  fill(strings.Repeat("html,", 250)+"html{", "--a:1;", "}"),
		"many selectors and many colors":      fill(strings.Repeat("body,", 250)+"body{", "color:red;", "}"),
		"many long selectors":                 fill("", strings.Repeat(".a-btn-primary[", 10)+"]{--a:1;color:red}", ""),
		"many rules":                          fill("", "html{--a:1}", ""),
		"many properties":                     fill("html{", "--a:var(--a);", "}body{color:var(--a)}"),
		"a long value":                        fill("html{--a:", "var(--a)", "}body{color:var(--a);background:var(--a)}"),
		"a long fallback":                     fill("html{--a:"+strings.Repeat("var(--b,", 100), "a ", "}body{color:var(--a)}"),
		"a long value of colors":              fill("body{color:", "rgb(0,0,0,0) ", "}"),
		"open brackets":                       fill("body{color:", "(", ""),
		"open blocks":                         fill("", "@media{", ""),
		"open strings":                        fill("", "a{color:\"\n", ""),
		"open comments":                       fill("", "/", "*"),
		"escapes":                             fill("", `\`, "{}"),
		"open addresses":                      fill("body{background:", "url(", ""),
		"unicode ranges":                      fill("", "u+", ""),
		"commas":                              fill("", ",", "{}"),
	}
}

func matchAt(ctx context.Context, css string) error {
	s := sitematch.NewService(sheets(css), page.CheckAddress, clock.NewManual(noon))
	_, err := s.Match(ctx, editor(), "https://example.com/")
	return err
}

// The service ends with its time, in which only linear work fits: 64 KB of the first sheet took
// 20 seconds before, and each doubling four times as long.
func TestService_Match_TakesTimeInProportionToTheSheets(t *testing.T) {
	t.Parallel()
	for _, n := range []int{64 << 10, 256 << 10, sitematch.MaxBytes} {
		for name, css := range hostile(n) {
			if len(css) < n/2 {
				t.Fatalf("%s has only %d of %d bytes", name, len(css), n)
			}
			if err := matchAt(t.Context(), css); err != nil && !strings.Contains(err.Error(), "can be read") && !strings.Contains(err.Error(), "too long") {
				t.Errorf("%s of %d bytes: %v", name, n, err)
			}
		}
	}
}

// countdown is a context that ends when it was asked a number of times.
type countdown struct {
	context.Context
	left, after atomic.Int64
}

// Err implements context.Context.
func (c *countdown) Err() error {
	if c.left.Add(-1) >= 0 {
		return nil
	}
	c.after.Add(1)
	return context.Canceled
}

func TestService_Match_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&all, "html,.btn-%d{--a%d:1;color:red}", i, i)
	}
	for _, polls := range []int64{0, 1, 100} {
		ctx := &countdown{Context: t.Context()}
		ctx.left.Store(polls)
		err := budgeted(ctx, func(b *budget.Budget) error { return sitematch.ThemeOf(b, all.String()) })
		if !fault.Is(err, fault.Unavailable) || ctx.after.Load() != 1 {
			t.Errorf("after %d polls: %v, asked %d times after the end", polls, err, ctx.after.Load())
		}
	}
	ctx := &countdown{Context: t.Context()}
	ctx.left.Store(1 << 40)
	err := budgeted(ctx, func(b *budget.Budget) error { return sitematch.ThemeOf(b, all.String()) })
	if polls := 1<<40 - ctx.left.Load(); err != nil || polls < 500 {
		t.Errorf("%v, asked %d times for 200,000 tokens", err, polls)
	}
}

// budgeted calls work with a budget that only the context bounds.
func budgeted(ctx context.Context, work func(b *budget.Budget) error) error {
	b, err := budget.NewPool(fair.New(1), budget.Limits{}, fault.New(fault.Invalid, "Too much.")).Begin(ctx, "wsp_1")
	if err != nil {
		return err
	}
	defer b.End()
	return work(b)
}
