package main

import (
	"math"
	"testing"
	"time"
)

func example() inputs {
	return inputs{
		monthly: 10e9, peak: 2.5, campaign: 2, lasts: 30 * time.Minute, outage: time.Hour, redirect: 16 * time.Microsecond,
		ingest: 9 * time.Microsecond, store: 14 * time.Microsecond, pipeline: 40_000,
		nodeCores: 4, chCores: 16, load: 0.4, replicas: 2, chBytes: 42, journal: 335, months: 12,
	}
}

func TestSimulate_LosesNoClick(t *testing.T) {
	t.Parallel()
	in := example()
	o := simulate(in, size(in))
	if math.Abs(o.arrived+o.refused-in.monthly) > 1 || math.Abs(o.arrived-o.stored-o.waiting) > 1 {
		t.Errorf("%+v", o)
	}
	if o.backlog < in.peakRate()*3600 || o.drained == 0 || o.waiting > 0 || o.refused > 0 {
		t.Errorf("an outage of an hour at the peak: %+v", o)
	}
}

func TestSimulate_RefusesVisitsBeyondTheProcessors(t *testing.T) {
	t.Parallel()
	in := example()
	in.redirect = 10 * time.Millisecond
	if o := simulate(in, sizes{nodes: 2, shards: 1}); o.refused == 0 || o.utilization != 1 {
		t.Errorf("%+v", o)
	}
}

func TestMeanWait_IsErlangs(t *testing.T) {
	t.Parallel()
	// One processor, half busy: the wait equals the service time.
	if got := meanWait(50, 0.01, 1); got != 10*time.Millisecond {
		t.Errorf("M/M/1 waits %s", got)
	}
	// Two processors, offered 1: a third of the arrivals wait, the mean is a third of the service time.
	if got := meanWait(100, 0.01, 2); (got - 10*time.Millisecond/3).Abs() > time.Microsecond {
		t.Errorf("M/M/2 waits %s", got)
	}
	if meanWait(100, 0.01, 1) < time.Hour {
		t.Error("an overloaded processor has a short wait")
	}
}
