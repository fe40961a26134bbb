package alert

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"linnet/internal/base/loop"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
)

const (
	checkEvery = time.Minute
	// batch bounds the alerts of one check; further ones follow at once.
	batch = 100
)

// Run raises alerts until ctx ends.
func (s *Service) Run(ctx context.Context) {
	task := loop.Task{Every: checkEvery, Delay: 10 * time.Second, Leader: s.Leader, Log: s.Log}
	var working sync.WaitGroup
	task.Name, task.Do = "alerts about first clicks", s.CheckFirstClicks
	working.Go(task.In(ctx))
	task.Name, task.Do = "alerts", s.CheckDue
	task.Run(ctx)
	working.Wait()
}

// CheckDue checks the alerts that are due. One that fails stays due and does not delay
// others.
func (s *Service) CheckDue(ctx context.Context) error {
	now := s.Clock.Now()
	due, err := s.Store.DueAlerts(ctx, now, batch)
	if err != nil {
		return err
	}
	var failed []error
	for _, a := range due {
		if err := s.checkDue(ctx, a, now); err != nil {
			failed = append(failed, fmt.Errorf("alert %s: %w", a.ID, err))
		}
	}
	if len(failed) == 0 && len(due) == batch {
		return loop.After(0)
	}
	return errors.Join(failed...)
}

// checkDue raises an alert if the latest complete period meets its rule, and schedules the
// next check.
func (s *Service) checkDue(ctx context.Context, read Alert, now time.Time) error {
	w, err := s.Store.Workspace(ctx, read.WorkspaceID)
	if err != nil {
		return err
	}
	loc := w.Location()
	period, next := read.Kind.latest(now, loc), read
	next.NextCheckAt = read.Kind.nextCheck(now.Add(-DelayAfter), loc)
	var raised *Raised
	if period.Key() > read.RaisedPeriod {
		if raised, err = s.raise(ctx, read, period, now); err != nil {
			return err
		}
	}
	if raised != nil {
		next.RaisedPeriod, next.LastRaisedAt = period.Key(), now
	}
	if quiet := period.End.Add(QuietFor + DelayAfter); raised != nil && read.Kind == Spike && quiet.After(next.NextCheckAt) {
		next.NextCheckAt = quiet
	}
	stored, err := s.Store.AdvanceAlert(ctx, read, next, raised)
	if err == nil && stored && raised != nil {
		s.Log.InfoContext(ctx, "alert raised", "alert", read.ID, "notifications", len(raised.Notices))
	}
	return err
}

// figures returns the clicks of a period and the usual ones, as an actor may see them.
func (s *Service) figures(ctx context.Context, actor access.Actor, a Alert, p Period) (Figures, error) {
	oldest := p.weeksBefore(weeks)
	report, err := s.Reports.Report(ctx, actor, analytics.Request{
		Period:      analytics.Period{Start: oldest, End: p.End, TimeZone: p.Location.String()},
		Filters:     a.Filters,
		Granularity: p.granularity,
	}, analytics.Parts{Series: true})
	if err != nil {
		return Figures{}, err
	}
	clicks := make(map[time.Time]int64, len(report.Points))
	first := p.End // of the clicks
	for _, point := range report.Points {
		start := point.Start.UTC()
		clicks[start] += point.Clicks
		if point.Clicks > 0 && start.Before(first) {
			first = start
		}
	}
	found := Figures{Clicks: clicks[p.Start.UTC()]}
	if first.After(oldest) {
		if first, err = s.firstBefore(ctx, actor, a, oldest, first); err != nil {
			return Figures{}, err
		}
	}
	var before []int64
	for n := 1; n <= weeks; n++ {
		if start := p.weeksBefore(n); !start.Before(first) {
			before = append(before, clicks[start.UTC()])
		}
	}
	found.Usual, found.Weeks = median(before), len(before)
	return found, nil
}

// firstBefore returns the earliest time if there are clicks before a time, and otherwise
// the time of the first click after it.
func (s *Service) firstBefore(ctx context.Context, actor access.Actor, a Alert, at, first time.Time) (time.Time, error) {
	report, err := s.Reports.Report(ctx, actor, analytics.Request{
		Period:  analytics.Period{Start: analytics.Earliest(), End: at},
		Filters: a.Filters,
	}, analytics.Parts{Count: true})
	if err == nil && report.Count.Clicks > 0 {
		first = analytics.Earliest()
	}
	return first, err
}
