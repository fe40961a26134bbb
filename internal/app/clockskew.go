package app

import (
	"context"
	"log/slog"
	"math"
	"sync"
	"time"

	"linnet/internal/app/doctor"
	"linnet/internal/base/clock"
	"linnet/internal/base/loop"
	"linnet/internal/edge/server"
	"linnet/internal/infra/records"
)

// compareEvery is the interval at which a node compares its clock.
const compareEvery = time.Minute

// clockWatch compares the clock of this node with that of PostgreSQL, which all nodes
// share.
type clockWatch struct {
	serverTime func(context.Context) (time.Time, error)
	clock      clock.Clock
	log        *slog.Logger

	mu       sync.Mutex
	skew     doctor.Skew
	compared bool
}

// newClockWatch returns nil for SQLite, which has the clock of this machine.
func newClockWatch(store *records.Store, clock clock.Clock, log *slog.Logger) *clockWatch {
	if !store.OtherClock() {
		return nil
	}
	return &clockWatch{serverTime: store.Time, clock: clock, log: log}
}

// Run compares the clocks until ctx ends.
func (w *clockWatch) Run(ctx context.Context) {
	if w != nil {
		loop.Task{Name: "comparison of clocks", Every: compareEvery, Do: w.compare, Log: w.log}.Run(ctx)
	}
}

// compare measures the difference. The other clock is assumed to have been read in the
// middle of the call; a call that took longer than doctor.MaxSkew measures nothing.
func (w *clockWatch) compare(ctx context.Context) error {
	began := w.clock.Now()
	at, err := w.serverTime(ctx)
	if err != nil {
		return err
	}
	took := w.clock.Now().Sub(began)
	if took > doctor.MaxSkew {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.skew, w.compared = doctor.Skew{Source: "PostgreSQL", By: at.Sub(began.Add(took / 2))}, true
	return nil
}

// check is the readiness check of the clock.
func (w *clockWatch) check(context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.skew.Problem()
}

// checks returns the checks of /readyz.
func (w *clockWatch) checks() []server.Check {
	if w == nil {
		return nil
	}
	return []server.Check{{Name: "clock", Optional: true, Run: w.check}}
}

// metrics returns the metrics of the clock, without a number on SQLite.
func (w *clockWatch) metrics() []server.Metric {
	if w == nil {
		w = &clockWatch{}
	}
	return []server.Metric{{
		Name: "linnet_clock_skew_seconds",
		Help: "Time of PostgreSQL minus the time of this machine, compared once a minute. No number before the first comparison.",
		Read: func() float64 {
			w.mu.Lock()
			defer w.mu.Unlock()
			if !w.compared {
				return math.NaN()
			}
			return w.skew.By.Seconds()
		},
	}}
}
