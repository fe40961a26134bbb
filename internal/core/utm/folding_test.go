package utm_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/utm"
	"linnet/internal/testkit"
)

// conventions is a Store whose workspaces have one set of conventions.
type conventions struct {
	utm.Store
	folds bool
	err   error
	reads int
}

func (c *conventions) UTMConventions(context.Context, string) (utm.Conventions, error) {
	c.reads++
	return utm.Conventions{FoldCase: c.folds}, c.err
}

func TestFolding_ReadsTheConventionsOnceAMinute(t *testing.T) {
	t.Parallel()
	store, now := &conventions{folds: true}, clock.NewManual(testkit.Day())
	f := utm.NewFolding(store, now)
	for range 3 {
		if !f.Folds(t.Context(), 1) {
			t.Error("the case is not folded")
		}
	}
	if f.Folds(t.Context(), 2); store.reads != 2 {
		t.Errorf("%d reads for two workspaces", store.reads)
	}
	store.folds = false
	if now.Advance(59 * time.Second); !f.Folds(t.Context(), 1) {
		t.Error("changed before a minute")
	}
	if now.Advance(time.Second); f.Folds(t.Context(), 1) || store.reads != 3 {
		t.Errorf("not changed after a minute, %d reads", store.reads)
	}
}

func TestFolding_KeepsTheLastAnswerWhileTheRecordsAreDown(t *testing.T) {
	t.Parallel()
	store, now := &conventions{folds: true}, clock.NewManual(testkit.Day())
	f := utm.NewFolding(store, now)
	f.Folds(t.Context(), 1)
	store.err, store.folds = errors.New("connection refused"), false
	now.Advance(time.Hour)
	if !f.Folds(t.Context(), 1) || f.Folds(t.Context(), 2) || store.reads != 3 {
		t.Errorf("the last answer is lost, %d reads", store.reads)
	}
	if f.Folds(t.Context(), 1); store.reads != 3 {
		t.Errorf("%d reads, each click asks again", store.reads)
	}
	store.err = nil
	if now.Advance(5 * time.Second); f.Folds(t.Context(), 1) {
		t.Error("the answer is not read again")
	}
}
