package analyticstest

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// Oracle is an engine so simple that it serves as the specification. It
// implements all of analytics.Engine but files and maintenance.
type Oracle struct {
	mu        sync.Mutex
	clicks    []click.Click
	positions map[string]uint64 // by source
}

// Position returns the position of the last batch of a source.
func (o *Oracle) Position(_ context.Context, source string) (uint64, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.positions[source], nil
}

// Append stores a batch that is after the position of its source.
func (o *Oracle) Append(_ context.Context, b click.Batch) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if b.Through > o.positions[b.Source] {
		if o.positions == nil {
			o.positions = make(map[string]uint64)
		}
		o.clicks = append(o.clicks, b.Clicks...)
		o.positions[b.Source] = b.Through
	}
	return nil
}

// Query counts one click after the other.
func (o *Oracle) Query(_ context.Context, q analytics.Query) (analytics.Result, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	var a analytics.Result
	var matching []click.Click
	for _, c := range o.clicks {
		if !inScope(q, &c) {
			continue
		}
		if q.Count && c.Bot != "" {
			a.Count.Bots++
		}
		if q.Traffic.Takes(&c) {
			matching = append(matching, c)
		}
	}
	if q.Count {
		a.Count.Clicks, a.Count.Uniques = count(matching)
	}
	if q.Series != nil {
		a.Points = points(matching, q.Series.Starts)
	}
	if q.Heatmap {
		for _, c := range matching {
			local := c.At.In(q.Location)
			a.Heatmap[(int(local.Weekday())+6)%7][local.Hour()]++
		}
	}
	if len(q.Lists) > 0 {
		a.Lists = make(map[analytics.Dimension][]analytics.Row)
	}
	for _, l := range q.Lists {
		a.Lists[l.Dimension] = rows(matching, l)
	}
	return a, nil
}

// inScope reports whether a click, of any class of traffic, matches a query.
func inScope(q analytics.Query, c *click.Click) bool {
	if c.WorkspaceID != q.WorkspaceID || c.At.Before(q.Start) || !c.At.Before(q.End) || !q.Covers(c) || q.Single && c.IsAggregate() {
		return false
	}
	for _, f := range q.Filters {
		if f.Links != nil {
			if f.Links.Contains(c.LinkID) == f.Negated {
				return false
			}
			continue
		}
		if slices.ContainsFunc(f.Values, func(v string) bool {
			if f.Dimension.IDPrefix() != "" {
				n, ok := ident.Number(v)
				return ok && analytics.NumberOf(f.Dimension, c) == n
			}
			got := valueOf(q, f.Dimension, c)
			return got == v || f.Dimension.Folded() && strings.ToLower(got) == v
		}) == f.Negated {
			return false
		}
	}
	return true
}

// valueOf returns the value of a click in a dimension, in the zone of a query.
func valueOf(q analytics.Query, d analytics.Dimension, c *click.Click) string {
	local := c.At.In(q.Location)
	switch d {
	case analytics.LocalWeekday:
		return strconv.Itoa((int(local.Weekday())+6)%7 + 1)
	case analytics.LocalHour:
		return strconv.Itoa(local.Hour())
	default:
		return analytics.ValueOf(d, c)
	}
}

// count counts clicks, and distinct visitors of each day.
func count(clicks []click.Click) (n, uniques int64) {
	type visit struct {
		day     click.Day
		visitor uint64
	}
	seen := make(map[visit]bool)
	for _, c := range clicks {
		if c.Visitor != 0 {
			seen[visit{click.DayOf(c.At), c.Visitor}] = true
		}
	}
	return int64(len(clicks)), int64(len(seen))
}

func points(clicks []click.Click, starts []time.Time) []analytics.Point {
	in := make(map[int][]click.Click, len(starts)) // by bucket
	for _, c := range clicks {
		// The last bucket that does not start after the click.
		i := sort.Search(len(starts), func(i int) bool { return starts[i].After(c.At) }) - 1
		in[i] = append(in[i], c)
	}
	all := make([]analytics.Point, len(starts))
	for i, start := range starts {
		all[i].Start = start
		if len(in[i]) > 0 {
			all[i].Clicks, all[i].Uniques = count(in[i])
		}
	}
	return all
}

func rows(clicks []click.Click, l analytics.List) []analytics.Row {
	groups := make(map[string][]click.Click)
	for _, c := range clicks {
		for _, key := range keysOf(l, &c) {
			groups[key] = append(groups[key], c)
		}
	}
	var all []analytics.Row
	for key, in := range groups {
		r := analytics.Row{Key: key}
		r.Clicks, r.Uniques = count(in)
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b analytics.Row) int {
		return cmp.Or(cmp.Compare(b.Clicks, a.Clicks), strings.Compare(a.Key, b.Key))
	})
	return all[:min(len(all), l.Limit)]
}

// keysOf returns the keys that a click counts for: one for each tag of its link.
func keysOf(l analytics.List, c *click.Click) []string {
	prefix := l.Dimension.IDPrefix()
	switch {
	case l.Members != nil:
		var keys []string
		for _, m := range l.Members {
			if m.Link == c.LinkID {
				keys = append(keys, ident.Text(prefix, m.Of))
			}
		}
		if keys == nil {
			keys = []string{""}
		}
		return keys
	case prefix != "":
		return []string{ident.Text(prefix, analytics.NumberOf(l.Dimension, c))}
	default:
		return []string{analytics.ValueOf(l.Dimension, c)}
	}
}

// Recent returns the latest clicks, newest first.
func (o *Oracle) Recent(_ context.Context, q analytics.Query, limit int) ([]click.Click, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	var all []click.Click
	for _, c := range o.clicks {
		if inScope(q, &c) && q.Traffic.Takes(&c) && (q.After == nil || q.After.IsBefore(&c)) {
			c.Visitor, c.Agent = 0, ""
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b click.Click) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID))
	})
	return all[:min(len(all), limit)], nil
}

// First returns the time of the first click on a link or visit to a page.
func (o *Oracle) First(_ context.Context, workspaceID uint64) (first time.Time, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, c := range o.clicks {
		if c.WorkspaceID == workspaceID && (c.LinkID != 0 || c.PageID != 0) && (first.IsZero() || c.At.Before(first)) {
			first = c.At
		}
	}
	return first, nil
}

// Newest returns the time of the latest click.
func (o *Oracle) Newest(context.Context) (newest time.Time, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, c := range o.clicks {
		if c.At.After(newest) {
			newest = c.At
		}
	}
	return newest, nil
}

// Find returns the click on a link of the workspace with an id, or NotFound.
func (o *Oracle) Find(_ context.Context, workspaceID, clickID uint64) (click.Click, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, c := range o.clicks {
		if c.WorkspaceID == workspaceID && c.ID == clickID && c.LinkID != 0 {
			c.Visitor, c.Agent = 0, ""
			return c, nil
		}
	}
	return click.Click{}, fault.New(fault.NotFound, "There is no such click.")
}

// LinkCounts counts the human clicks on links.
func (o *Oracle) LinkCounts(_ context.Context, workspaceID uint64, links []uint64) (map[uint64]analytics.LinkCount, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	counts := make(map[uint64]analytics.LinkCount)
	for _, c := range o.clicks {
		if c.WorkspaceID != workspaceID || !c.Counts() || !slices.Contains(links, c.LinkID) {
			continue
		}
		n := counts[c.LinkID]
		n.Clicks++
		if c.At.After(n.LastClickedAt) {
			n.LastClickedAt = c.At
		}
		counts[c.LinkID] = n
	}
	return counts, nil
}

// SeriesByID counts the clicks with some links or QR codes by bucket.
func (o *Oracle) SeriesByID(_ context.Context, q analytics.Query, by analytics.Dimension, ids []uint64) (map[uint64][]int64, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	q.Subject = analytics.LinkClicks
	series := make(map[uint64][]int64)
	for i := range o.clicks {
		c := &o.clicks[i]
		id := analytics.NumberOf(by, c)
		if !q.Traffic.Takes(c) || !slices.Contains(ids, id) || !inScope(q, c) {
			continue
		}
		bucket := len(q.Series.Starts) - 1
		for bucket > 0 && c.At.Before(q.Series.Starts[bucket]) {
			bucket--
		}
		if series[id] == nil {
			series[id] = make([]int64, len(q.Series.Starts))
		}
		series[id][bucket]++
	}
	return series, nil
}

// DeleteLink deletes the clicks of one link.
func (o *Oracle) DeleteLink(_ context.Context, workspaceID, linkID uint64) (int64, error) {
	return o.deleteFunc(func(c click.Click) bool { return c.WorkspaceID == workspaceID && c.LinkID == linkID })
}

// DeleteBefore deletes the workspace's clicks before a time.
func (o *Oracle) DeleteBefore(_ context.Context, workspaceID uint64, before time.Time) (int64, error) {
	return o.deleteFunc(func(c click.Click) bool { return c.WorkspaceID == workspaceID && c.At.Before(before) })
}

func (o *Oracle) deleteFunc(del func(click.Click) bool) (int64, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	before := len(o.clicks)
	o.clicks = slices.DeleteFunc(o.clicks, del)
	return int64(before - len(o.clicks)), nil
}

// Reclassify sets the bot reason of each click to what classify returns.
func (o *Oracle) Reclassify(_ context.Context, classify func(agent string) visitor.BotReason) (click.Reclassified, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	counts := make(map[click.Change]int64)
	for i := range o.clicks {
		c := &o.clicks[i]
		reason := click.Classify(classify(c.Agent), c.NonAgentBotReason)
		if reason != c.Bot {
			counts[click.Change{From: c.Bot, To: reason}]++
			c.Bot = reason
		}
	}
	done := click.Reclassified{Clicks: int64(len(o.clicks))}
	for change, n := range counts {
		change.Clicks = n
		done.Changes = append(done.Changes, change)
	}
	slices.SortFunc(done.Changes, func(a, b click.Change) int {
		return cmp.Or(cmp.Compare(b.Clicks, a.Clicks), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return done, nil
}
