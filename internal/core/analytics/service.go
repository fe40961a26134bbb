package analytics

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/click"
)

// Names looks up the records that clicks refer to. Records outside of a view do
// not exist.
type Names interface {
	// Labels returns display names for ids of a dimension: the short URL of a
	// link, the name of a rule, a tag or a folder, the host of a domain. Deleted
	// ids are absent.
	Labels(ctx context.Context, v access.View, d Dimension, ids []string) (map[string]string, error)
	// Lookup returns the ids with a name in a dimension: the id itself, a domain's
	// host, a tag's name; none if there is no such record.
	Lookup(ctx context.Context, v access.View, d Dimension, name string) ([]string, error)
	// Members returns the links of the workspace that have one of some tags, or are in one
	// of some folders, deleted links and those outside of the view included: sorted by Of,
	// then by Link. No ids: those of all tags or folders.
	Members(ctx context.Context, v access.View, d Dimension, ids []string) ([]Member, error)
	// HiddenLinks returns which of some links of the workspace are not in the view,
	// deleted ones included.
	HiddenLinks(ctx context.Context, v access.View, among []string) ([]string, error)
	// AggregateDomains returns the ids of the domains of the workspace, and of the default
	// domain, whose clicks must not be shown singly.
	AggregateDomains(ctx context.Context, v access.View) ([]string, error)
}

// Deps are the dependencies of a Service.
type Deps struct {
	Store       Store
	Names       Names       // nil: keys are their own labels, links have no tags and folders, and limited views fail
	Conversions Conversions // nil: reports contain none
	Imports     Imports     // nil: likewise
	Clock       clock.Clock
}

// Service answers requests of members and shared pages.
type Service struct {
	store       Store
	names       Names
	conversions Conversions
	imports     Imports
	clock       clock.Clock
}

// New returns a Service.
func New(d Deps) *Service {
	return &Service{store: d.Store, names: d.Names, conversions: d.Conversions, imports: d.Imports, clock: d.Clock}
}

// Bounds of a request.
const (
	DefaultLimit = 10
	MaxLimit     = 1000
)

// Request is an unvalidated query.
type Request struct {
	Period
	Subject     Subject
	Traffic     Traffic // empty: Human
	Filters     []Filter
	Granularity Granularity // of the time series; empty: by the length of the period
	Compare     Comparison
	GroupBy     []Dimension // one list for each
	Limit       int         // the most rows of a list; 0: DefaultLimit
	Bounds      *Bounds     // nil: none
}

// Parts selects the parts of a report besides the lists of Request.GroupBy.
type Parts struct{ Count, Series, Heatmap bool }

// Report is the result of a request.
type Report struct {
	Result
	Start, End        time.Time
	Granularity       Granularity // of Points
	Previous          *Count      // of the comparison period; nil: not requested
	PreviousPoints    []Point     // likewise
	Imported          Imported    // if Count was requested
	Converted         Converted   // likewise
	PreviousConverted Converted   // if Previous is set
	// Views counts the views of the bio pages that the filters name, and
	// PreviousViews those of the comparison period; nil: the filters name none, or
	// Count was not requested.
	Views, PreviousViews *Count
}

// Report answers all parts of a request in one pass over the clicks.
func (s *Service) Report(ctx context.Context, actor access.Actor, r Request, parts Parts) (Report, error) {
	if err := access.Require(actor, access.ReadAnalytics); err != nil {
		return Report{}, err
	}
	return s.report(ctx, actor, r, parts)
}

// report is Report without the permission check.
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
		return Report{}, fmt.Errorf("query the click store: %w", err)
	}
	if err := s.addOtherOutcomes(ctx, q, report.Lists); err != nil {
		return Report{}, err
	}
	if err := s.addImported(ctx, q, &report); err != nil {
		return Report{}, err
	}
	if report.Converted, err = s.addConversions(ctx, q, report.Lists); err != nil {
		return Report{}, err
	}
	if report.Views, err = s.views(ctx, q); err != nil {
		return Report{}, err
	}
	if err := s.compare(ctx, q, other, &report); err != nil {
		return Report{}, err
	}
	return report, s.label(ctx, actor, report.Lists)
}

// compare adds the count and the time series of the comparison period, if the
// report has them.
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
		return fmt.Errorf("query the click store: %w", err)
	}
	if q.Count {
		report.Previous = &earlier.Count
		if report.PreviousViews, err = s.views(ctx, q); err != nil {
			return err
		}
		if report.PreviousConverted, err = s.addConversions(ctx, q, nil); err != nil {
			return err
		}
	}
	report.PreviousPoints = earlier.Points
	return nil
}

// Visible returns those of some clicks that are not on links that are hidden from
// the actor. It is for live clicks, which do not come from a query.
func (s *Service) Visible(ctx context.Context, actor access.Actor, clicks []click.Event) ([]click.Event, error) {
	if !actor.View().Limited() || len(clicks) == 0 {
		return clicks, nil
	}
	links := make([]string, len(clicks))
	for i, c := range clicks {
		links[i] = ident.Text(ident.Link, c.LinkID)
	}
	slices.Sort(links)
	hidden, err := s.hiddenAmong(ctx, actor.View(), slices.Compact(links))
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(clicks), func(c click.Event) bool { return hidden[ident.Text(ident.Link, c.LinkID)] }), nil
}

// Hosts returns the hosts of domains by their numbers. Those of purged domains are
// absent.
func (s *Service) Hosts(ctx context.Context, actor access.Actor, domains []uint64) (map[uint64]string, error) {
	if s.names == nil {
		return nil, nil
	}
	numbers := make(map[string]uint64, len(domains))
	for _, number := range domains {
		numbers[ident.Text(ident.Domain, number)] = number
	}
	delete(numbers, "")
	labels, err := s.names.Labels(ctx, actor.View(), Domain, slices.Sorted(maps.Keys(numbers)))
	if err != nil {
		return nil, fmt.Errorf("look up the hosts of domains: %w", err)
	}
	hosts := make(map[uint64]string, len(labels))
	for id, host := range labels {
		hosts[numbers[id]] = host
	}
	return hosts, nil
}

// query is wholeQuery without the clicks on links that are hidden from the actor.
func (s *Service) query(ctx context.Context, actor access.Actor, r Request) (q Query, own, other span, err error) {
	if q, own, other, err = s.wholeQuery(ctx, actor, r); err != nil {
		return Query{}, span{}, span{}, err
	}
	if err := s.hide(ctx, actor.View(), &q); err != nil {
		return Query{}, span{}, span{}, err
	}
	return q, own, other, nil
}

// wholeQuery validates a request and resolves its names. It returns the query without
// parts, the request's span and the span that it is compared with; zero: none.
func (s *Service) wholeQuery(ctx context.Context, actor access.Actor, r Request) (q Query, own, other span, err error) {
	workspace, ok := ident.Number(actor.WorkspaceID)
	if !ok {
		return Query{}, span{}, span{}, fault.New(fault.NotFound, "There is no such workspace.")
	}
	if err := validate(r); err != nil {
		return Query{}, span{}, span{}, err
	}
	q = Query{WorkspaceID: workspace, Subject: r.Subject, Traffic: cmp.Or(r.Traffic, Human)}
	if r.Bounds != nil {
		if q.Traffic, err = r.Bounds.traffic(r.Traffic); err != nil {
			return Query{}, span{}, span{}, err
		}
	}
	if own, other, err = s.periods(ctx, workspace, r); err != nil {
		return Query{}, span{}, span{}, err
	}
	q.Start, q.End, q.Location = own.start, own.end, own.loc
	if q.Filters, err = s.filters(ctx, actor, r.Filters); err != nil {
		return Query{}, span{}, span{}, err
	}
	q.AnyOutcome = slices.ContainsFunc(q.Filters, func(f Filter) bool { return f.Dimension == Outcome })
	return q, own, other, nil
}

// periods returns the request's span and the one that it is compared with.
func (s *Service) periods(ctx context.Context, workspace uint64, r Request) (own, other span, err error) {
	now, first := s.clock.Now(), func() (time.Time, error) { return s.first(ctx, workspace) }
	if r.Bounds != nil && r.Bounds.bounded() {
		return r.Bounds.confine(r.Period, now, first)
	}
	if own, err = r.resolve(now, first); err != nil {
		return span{}, span{}, err
	}
	other, err = r.Compare.resolve(r.Period, own)
	return own, other, err
}

// validate returns the field errors of a request.
func validate(r Request) error {
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
		faults.Add("limit", "Use a limit from 1 to 1,000.")
	}
	for _, f := range r.Filters {
		switch {
		case f.Dimension.OfTime():
			f.validateTime(&faults)
		case !f.Dimension.Known():
			faults.Add(string(f.Dimension), "Clicks cannot be filtered by this.")
		}
	}
	return faults.Err()
}

// series returns the buckets of a time series.
func series(g Granularity, s span) (*Series, error) {
	if g == "" {
		g = s.granularity()
	}
	starts := g.Starts(s.start, s.end, s.loc, MaxPoints)
	if len(starts) > MaxPoints {
		return nil, fault.New(fault.Invalid,
			"This would be more than 2,000 points. Choose a shorter period or a coarser granularity.").At("granularity")
	}
	return &Series{Granularity: g, Starts: starts}, nil
}

func limitOf(r Request) int {
	if r.Limit == 0 {
		return DefaultLimit
	}
	return r.Limit
}
