// Package loop runs periodic background work.
package loop

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/errlog"
)

// Task is work that is repeated. Name, Every and Do are required.
type Task struct {
	// Name is a noun phrase for log lines ("session cleanup").
	Name string
	// Every is the time between the end of one run and the start of the next.
	Every time.Duration
	// Jitter is the upper bound of a random time added to each wait, so that
	// nodes that started together do not run together.
	Jitter time.Duration
	// Retry is the wait after a failed run; 0: Every.
	Retry time.Duration
	// Delay is the wait before the first run.
	Delay time.Duration
	// Wake starts a run before its time; nil: nothing does.
	Wake <-chan struct{}
	// Leader limits the task to one run of one node in Every; nil: each node
	// runs it.
	Leader *Leader
	// Do is one run. Its error is logged, at most once a minute, unless it is
	// After's.
	Do func(ctx context.Context) error
	// Log receives failures; nil: none are logged.
	Log *slog.Logger
}

// Run repeats the task until ctx ends. A panic of Do is logged as a failed run.
func (t Task) Run(ctx context.Context) {
	if t.Log == nil {
		t.Log = slog.New(slog.DiscardHandler)
	}
	reporter := errlog.New(t.Log, clock.System{}, t.Name)
	if t.Leader != nil && t.Every <= t.Leader.ttl() { // a longer lease is the time without a run
		defer func() { reporter.Report(ctx, t.Leader.release(ctx, t.Name)) }()
	}
	wait := t.Delay
	for t.sleep(ctx, wait) {
		err := t.once(ctx)
		if ctx.Err() != nil {
			return
		}
		wait = t.Every
		var again after
		switch {
		case errors.As(err, &again):
			wait, err = time.Duration(again), nil
		case err != nil && t.Retry > 0:
			wait = t.Retry
		}
		reporter.Report(ctx, err)
		if t.Jitter > 0 {
			wait += rand.N(t.Jitter) //nolint:gosec,forbidigo // not a secret
		}
	}
}

// After returns an error with which Do schedules the next run after d. It is not
// a failure.
func After(d time.Duration) error { return after(d) }

type after time.Duration

// Error says when the next run is.
func (a after) Error() string { return "next run in " + time.Duration(a).String() }

// sleep waits for d or for Wake. It returns false when ctx has ended.
func (t Task) sleep(ctx context.Context, d time.Duration) bool {
	if ctx.Err() != nil {
		return false
	}
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
	case <-t.Wake:
	}
	return true
}

// Wait waits for d. It returns the error of ctx when that ends first.
func Wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err() //nolint:wrapcheck // the caller's own
	case <-timer.C:
		return nil
	}
}

func (t Task) once(ctx context.Context) error {
	if t.Leader == nil {
		return Protect(ctx, t.Do)
	}
	return t.Leader.Do(ctx, t.Name, t.Every, t.Do)
}

// Protect runs do and returns a panic as an error with its stack.
func Protect(ctx context.Context, do func(context.Context) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return do(ctx)
}

// In returns a function that repeats the task until ctx ends.
func (t Task) In(ctx context.Context) func() { return func() { t.Run(ctx) } }
