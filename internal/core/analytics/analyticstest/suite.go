// Package analyticstest specifies analytics.Engine: an oracle that counts one
// click after the other, and a suite that compares an engine with it on random
// clicks and queries.
package analyticstest

import (
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// minQuestions is the least number of random queries whose results Run compares.
const minQuestions = 1000

// quickPart is the part of the queries that RunQuick compares.
const quickPart = 5

// suite tests the engines that open returns, each of which is empty.
type suite struct {
	open      func(t *testing.T) analytics.Engine
	part      int          // the suite compares one of so many queries
	questions atomic.Int64 // compared results of queries
}

// Run tests the engines that open returns, each of which is empty. A run of short tests is RunQuick.
func Run(t *testing.T, open func(t *testing.T) analytics.Engine) {
	if testing.Short() {
		RunQuick(t, open)
		return
	}
	run(t, &suite{open: open, part: 1})
}

// RunQuick is Run with a fifth of the random queries.
func RunQuick(t *testing.T, open func(t *testing.T) analytics.Engine) {
	run(t, &suite{open: open, part: quickPart})
}

// partOf returns how many of n queries the suite compares, at least 1.
func (s *suite) partOf(n int) int { return max(1, n/s.part) }

func run(t *testing.T, s *suite) {
	tests := map[string]func(t *testing.T){
		"empty store":                       s.testEmpty,
		"a repeated batch is stored once":   s.testIdempotentAppend,
		"random queries":                    s.testRandomQueries,
		"repeated queries see every change": s.testRepeatedQueries,
		"every dimension":                   s.testDimensions,
		"lists of many links":               s.testManyLinks,
		"weekdays and hours":                s.testLocalTime,
		"hours beside a clock change":       s.testClockChange,
		"deletion":                          s.testDeletion,
		"reclassification":                  s.testReclassification,
		"arbitrary texts":                   s.testTexts,
		"find":                              s.testFind,
		"export":                            s.testExport,
	}
	completed := 0
	t.Run("engine", func(t *testing.T) {
		for name, test := range tests {
			t.Run(name, func(t *testing.T) {
				completed++
				t.Parallel()
				test(t)
			})
		}
	})
	// A run of single tests (go test -run) compares fewer.
	if n, want := s.questions.Load(), minQuestions/int64(s.part); completed == len(tests) && n < want {
		t.Errorf("%d questions, want at least %d", n, want)
	}
}

// fill appends clicks to the engine and to a new oracle, in batches.
func fill(t *testing.T, e analytics.Engine, clicks []click.Click) *Oracle {
	t.Helper()
	oracle := &Oracle{}
	through := uint64(0)
	for batch := range slices.Chunk(clicks, 300) {
		through += 10
		appendTo(t, oracle, e, click.Batch{Clicks: batch, Through: through})
	}
	return oracle
}

// appendTo appends a batch to both.
func appendTo(t *testing.T, o *Oracle, e analytics.Engine, batch click.Batch) {
	t.Helper()
	for _, sink := range []click.Sink{o, e} {
		if err := sink.Append(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
	}
}

func compact(t *testing.T, e analytics.Engine, now time.Time) {
	t.Helper()
	if err := e.Compact(t.Context(), now); err != nil {
		t.Fatal(err)
	}
}

// same reports whether results are deeply equal. Reflection on each point of a long
// series would take longer than the query.
func same(a, b analytics.Result) bool {
	if !slices.Equal(a.Points, b.Points) {
		return false
	}
	a.Points, b.Points = nil, nil
	return reflect.DeepEqual(a, b)
}

// equateEmpty makes nil lists equal to empty ones.
func equateEmpty() cmp.Option { return cmpopts.EquateEmpty() }

// compare fails the test unless the engine and the oracle return the same result
// and recent clicks for a query.
func (s *suite) compare(t *testing.T, when string, o *Oracle, e analytics.Engine, q analytics.Query) {
	t.Helper()
	s.questions.Add(1)
	want, err := o.Query(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	got, err := e.Query(t.Context(), q)
	if err != nil {
		t.Fatalf("%s: %v\n%+v", when, err, q)
	}
	if !same(want, got) {
		if diff := cmp.Diff(want, got, equateEmpty()); diff != "" {
			t.Fatalf("%s: result of the oracle (-) and the engine (+): %s\n%+v", when, diff, q)
		}
	}
	last := s.compareRecent(t, when, o, e, q)
	if len(last) > 1 { // the page after a click in the middle of this one
		middle := last[len(last)/2]
		q.After = &analytics.Position{At: middle.At, ID: middle.ID}
		s.compareRecent(t, when, o, e, q)
	}
}

// compareRecent fails the test unless the engine and the oracle return the same recent
// clicks for a query. It returns them.
func (*suite) compareRecent(t *testing.T, when string, o *Oracle, e analytics.Engine, q analytics.Query) []click.Click {
	t.Helper()
	want, _ := o.Recent(t.Context(), q, 20)
	got, err := e.Recent(t.Context(), q, 20)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, equateEmpty()); diff != "" {
		t.Fatalf("%s: recent clicks: %s\n%+v", when, diff, q)
	}
	return want
}
