package analytics

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/click"
)

// Names knows the records behind the numbers that clicks hold.
type Names interface {
	// Labels returns words for ids of a dimension: a link's short URL, the
	// name of a rule, a tag or a folder, the host of a domain. Ids that are
	// not known any more are absent.
	Labels(ctx context.Context, workspaceID string, d Dimension, ids []string) (map[string]string, error)
	// Lookup returns the ids that go by a name in a dimension: the id itself,
	// a domain's host, a tag's name. None when there is no such thing.
	Lookup(ctx context.Context, workspaceID string, d Dimension, name string) ([]string, error)
	// Members returns which links of the workspace carry a tag, or lie in a
	// folder: pairs of numbers of ids (ident.Number).
	Members(ctx context.Context, workspaceID string, d Dimension) ([]Member, error)
}

// Service answers questions of people and programs.
type Service struct {
	store Store
	names Names
	clock clock.Clock

	conversions Conversions // nil: nobody tells of them
}

// NewService returns a service over a click store. names may be nil: then keys
// stand for themselves, and no click has a tag or folder.
func NewService(store Store, names Names, c clock.Clock) *Service {
	return &Service{store: store, names: names, clock: c}
}

// Bounds of a request.
const (
	DefaultLimit = 10
	MaxLimit     = 1000
)

// Request is a question as people ask it.
type Request struct {
	Period
	Traffic     Traffic // empty: Human
	Filters     []Filter
	Orphans     bool        // visits to aliases that do not exist, instead of clicks on links
	Granularity Granularity // of the time series; empty: what suits the period
	Compare     Comparison  // also tell of another period
	GroupBy     []Dimension // the lists that are wanted
	Limit       int         // the most rows of a list; 0: DefaultLimit
	Bounds      *Bounds     // nil: none
}

// Parts chooses the parts of a report besides the lists of Request.GroupBy.
type Parts struct{ Count, Series, Heatmap bool }

// Report is what a dashboard shows.
type Report struct {
	Result
	Start, End        time.Time
	Granularity       Granularity // of Points
	Previous          *Count      // of the period that it is compared with; nil unless that was asked for
	PreviousPoints    []Point     // likewise
	Converted         Converted   // leads and sales, where Count was asked for
	PreviousConverted Converted   // where Previous is set
}

// Report answers all parts of a request in one pass over the clicks.
func (s *Service) Report(ctx context.Context, actor access.Actor, r Request, parts Parts) (Report, error) {
	if err := access.Require(actor, access.ReadAnalytics); err != nil {
		return Report{}, err
	}
	return s.report(ctx, actor, r, parts)
}

// report is Report for whoever may see all of the actor's workspace.
func (s *Service) report(ctx context.Context, actor access.Actor, r Request, parts Parts) (Report, error) {
	q, period, other, err := s.query(ctx, actor, r)
	if err != nil {
		return Report{}, err
	}
	q.Count, q.Heatmap = parts.Count, parts.Heatmap
	report := Report{Start: q.Start, End: q.End}
	if parts.Series {
		if q.Series, err = series(r.Granularity, period); err != nil {
			return Report{}, err
		}
		report.Granularity = q.Series.Granularity
	}
	if q.Lists, err = s.lists(ctx, actor, r); err != nil {
		return Report{}, err
	}
	if report.Result, err = s.store.Query(ctx, q); err != nil {
		return Report{}, fmt.Errorf("ask the click store: %w", err)
	}
	if report.Converted, err = s.converted(ctx, q, report.Lists); err != nil {
		return Report{}, err
	}
	if err := s.compare(ctx, q, other, &report); err != nil {
		return Report{}, err
	}
	return report, s.label(ctx, actor, report.Lists)
}

// compare adds the count and the time series of the other period, as far as the
// report has them of its own.
func (s *Service) compare(ctx context.Context, q Query, other span, report *Report) (err error) {
	if other.start.IsZero() || (!q.Count && q.Series == nil) {
		return nil
	}
	q.Start, q.End, q.Heatmap, q.Lists = other.start, other.end, false, nil
	if q.Series != nil {
		if q.Series, err = series(report.Granularity, other); err != nil {
			return err
		}
	}
	earlier, err := s.store.Query(ctx, q)
	if err != nil {
		return fmt.Errorf("ask the click store: %w", err)
	}
	if q.Count {
		report.Previous = &earlier.Count
		if report.PreviousConverted, err = s.converted(ctx, q, nil); err != nil {
			return err
		}
	}
	report.PreviousPoints = earlier.Points
	return nil
}

// Recent returns the last clicks of a period, the newest first. Limit is at
// most MaxLimit.
func (s *Service) Recent(ctx context.Context, actor access.Actor, r Request) ([]click.Click, error) {
	if err := access.Require(actor, access.ReadAnalytics); err != nil {
		return nil, err
	}
	q, _, _, err := s.query(ctx, actor, r)
	if err != nil {
		return nil, err
	}
	clicks, err := s.store.Recent(ctx, q, limitOf(r))
	if err != nil {
		return nil, fmt.Errorf("ask the click store: %w", err)
	}
	return clicks, nil
}

// query checks a request and resolves its names. It returns the request's own
// period and the one that it is compared with, zero for none. Parts are still
// to be chosen.
func (s *Service) query(ctx context.Context, actor access.Actor, r Request) (q Query, own, other span, err error) {
	workspace, ok := ident.Number(actor.WorkspaceID)
	if !ok {
		return Query{}, span{}, span{}, fault.New(fault.NotFound, "There is no such workspace.")
	}
	if err := check(r); err != nil {
		return Query{}, span{}, span{}, err
	}
	q = Query{WorkspaceID: workspace, Traffic: cmp.Or(r.Traffic, Human), Orphans: r.Orphans}
	if r.Bounds != nil {
		if q.Traffic, err = r.Bounds.traffic(r.Traffic); err != nil {
			return Query{}, span{}, span{}, err
		}
	}
	if own, other, err = s.periods(ctx, workspace, r); err != nil {
		return Query{}, span{}, span{}, err
	}
	q.Start, q.End, q.Location = own.start, own.end, own.loc
	q.Filters, err = s.filters(ctx, actor, r.Filters)
	return q, own, other, err
}

// periods resolves the request's period and the one that it is compared with.
func (s *Service) periods(ctx context.Context, workspace uint64, r Request) (own, other span, err error) {
	now, first := s.clock.Now(), func() (time.Time, error) { return s.store.First(ctx, workspace) }
	if r.Bounds != nil && r.Bounds.bounded() {
		return r.Bounds.confine(r.Period, now, first)
	}
	if own, err = r.resolve(now, first); err != nil {
		return span{}, span{}, err
	}
	other, err = r.Compare.resolve(r.Period, own)
	return own, other, err
}

// check finds what no store could answer.
func check(r Request) error {
	var faults fault.List
	if !slices.Contains([]Traffic{"", Human, Bot, All}, r.Traffic) {
		faults.Add("traffic", "Use human, bot or all.")
	}
	if !slices.Contains([]Granularity{"", Minute, Hour, Day, ISOWeek, Month}, r.Granularity) {
		faults.Add("granularity", "Use minute, hour, day, week or month.")
	}
	for _, d := range r.GroupBy {
		if !d.Known() {
			faults.Add("groupBy", "Clicks cannot be grouped by this.")
		}
	}
	if r.Limit < 0 || r.Limit > MaxLimit {
		faults.Add("limit", "Ask for 1 to 1,000 rows.")
	}
	for _, f := range r.Filters {
		switch {
		case f.Dimension.OfTime():
			f.checkTime(&faults)
		case !f.Dimension.Known():
			faults.Add(string(f.Dimension), "Clicks cannot be filtered by this.")
		}
	}
	return faults.Err()
}

// series lays out the buckets of a time series.
func series(g Granularity, s span) (*Series, error) {
	if g == "" {
		g = s.granularity()
	}
	starts := g.Starts(s.start, s.end, s.loc, MaxPoints)
	if len(starts) > MaxPoints {
		return nil, fault.New(fault.Invalid,
			"This would be more than 2,000 points. Choose a shorter period or a wider granularity.").At("granularity")
	}
	return &Series{Granularity: g, Starts: starts}, nil
}

func limitOf(r Request) int {
	if r.Limit == 0 {
		return DefaultLimit
	}
	return r.Limit
}
