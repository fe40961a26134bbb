// Package analyticstest specifies analytics.Engine: an oracle that counts one
// click after the other, and a suite that compares an engine with it on random
// clicks and queries.
package analyticstest

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// Run tests the engines that open returns, each of which is empty.
func Run(t *testing.T, open func(t *testing.T) analytics.Engine) {
	t.Run("empty store", func(t *testing.T) { testEmpty(t, open(t)) })
	t.Run("a repeated batch is stored once", func(t *testing.T) { testIdempotentAppend(t, open(t)) })
	t.Run("random queries", func(t *testing.T) { testRandomQueries(t, open) })
	t.Run("repeated queries see every change", func(t *testing.T) { testRepeatedQueries(t, open(t)) })
	t.Run("every dimension", func(t *testing.T) { testDimensions(t, open(t)) })
	t.Run("weekdays and hours", func(t *testing.T) { testLocalTime(t, open(t)) })
	t.Run("deletion", func(t *testing.T) { testDeletion(t, open(t)) })
	t.Run("reclassification", func(t *testing.T) { testReclassification(t, open(t)) })
	t.Run("arbitrary texts", func(t *testing.T) { testTexts(t, open(t)) })
	t.Run("find", func(t *testing.T) { testFind(t, open(t)) })
	t.Run("export", func(t *testing.T) { testExport(t, open(t)) })
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

// equateEmpty makes nil lists equal to empty ones.
func equateEmpty() cmp.Option { return cmpopts.EquateEmpty() }

// compare fails the test unless the engine and the oracle return the same result
// and recent clicks for a query.
func compare(t *testing.T, when string, o *Oracle, e analytics.Engine, q analytics.Query) {
	t.Helper()
	want, err := o.Query(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	got, err := e.Query(t.Context(), q)
	if err != nil {
		t.Fatalf("%s: %v\n%+v", when, err, q)
	}
	// cmp is slow with long series, also when both are equal.
	if !reflect.DeepEqual(want, got) {
		if diff := cmp.Diff(want, got, equateEmpty()); diff != "" {
			t.Fatalf("%s: result of the oracle (-) and the engine (+): %s\n%+v", when, diff, q)
		}
	}
	wantRecent, _ := o.Recent(t.Context(), q, 20)
	gotRecent, err := e.Recent(t.Context(), q, 20)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wantRecent, gotRecent, equateEmpty()); diff != "" {
		t.Fatalf("%s: recent clicks: %s\n%+v", when, diff, q)
	}
}
