// Package clickcopy copies all clicks from one click store to another and compares
// both, day by day. A copy can be interrupted at any point: the next one compares
// the days and replaces those that differ.
package clickcopy

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// Digest describes the clicks of a day of UTC. Engines compute it in the same way,
// so that equal clicks have equal digests.
type Digest struct {
	Day    click.Day
	Clicks int64
	// Checksum is the sum of the checksums of the clicks (see Columns), modulo 2^64.
	Checksum uint64
	// Visitors is the sum of the checksums of the visitors' sets of clicks, modulo
	// 2^64. Visitors have other numbers in each engine, but the same clicks.
	Visitors uint64
}

// Columns returns the columns of a click's checksum. It is the lower half of the
// MD5 of the texts of these columns, of the id as a signed number, of "1" if the
// visitor is known, else "0", and of the user agent, separated by the byte 31.
//
// The checksum of a visitor's set of clicks in a workspace is that of the numbers of
// the workspace, of the clicks, and of the sum of the checksums of their ids.
func Columns() []string {
	all := []string{"workspace", "link", "ts", "bot", "besides"}
	for _, d := range analytics.ClickDimensions() {
		if d != analytics.Link && d != analytics.BotReason { // above
			all = append(all, d.Column())
		}
	}
	return all
}

// Source is a click store that is copied.
type Source interface {
	// Digests returns the digests of all days with clicks. It calls progress with
	// the number of clicks that were read.
	Digests(ctx context.Context, progress func(clicks int64)) ([]Digest, error)
	// ReadDay calls do with the clicks of a day, few at a time, with their visitors
	// and user agents.
	ReadDay(ctx context.Context, day click.Day, do func([]click.Click) error) error
}

// Target is a click store that is the copy.
type Target interface {
	Source
	// ReplaceDay replaces the clicks of a day with those that write passes to store.
	ReplaceDay(ctx context.Context, day click.Day, write func(store func([]click.Click) error) error) error
}

// Phase is what a copy does at the moment.
type Phase string

// The phases of a copy.
const (
	Comparing Phase = "comparing clicks"
	Copying   Phase = "copying clicks"
)

// Progress is called with the number of clicks that a phase has read, and of those
// that it reads in all; 0: unknown.
type Progress func(phase Phase, clicks, of int64)

// Month compares a month of both stores. Numbers are as in Digest.
type Month struct {
	Month          string `json:"month"` // such as "2026-11"
	SourceClicks   int64  `json:"sourceClicks"`
	TargetClicks   int64  `json:"targetClicks"`
	SourceChecksum string `json:"sourceChecksum"`
	TargetChecksum string `json:"targetChecksum"`
	SourceVisitors string `json:"sourceVisitors"`
	TargetVisitors string `json:"targetVisitors"`
	Equal          bool   `json:"equal"`
}

// Copy makes the clicks of the target equal to those of the source, and returns the
// comparison of all months afterwards.
func Copy(ctx context.Context, from Source, to Target, progress Progress) ([]Month, error) {
	source, target, err := digests(ctx, from, to, progress)
	if err != nil {
		return nil, err
	}
	var clicks, copied int64
	var days []click.Day
	for _, day := range slices.Sorted(maps.Keys(union(source, target))) {
		if source[day] != target[day] {
			days, clicks = append(days, day), clicks+source[day].Clicks
		}
	}
	for _, day := range days {
		err := to.ReplaceDay(ctx, day, func(store func([]click.Click) error) error {
			if source[day].Clicks == 0 {
				return nil
			}
			return from.ReadDay(ctx, day, func(some []click.Click) error {
				copied += int64(len(some))
				progress(Copying, copied, clicks)
				return store(some)
			})
		})
		if err != nil {
			return nil, fmt.Errorf("copy the clicks of %s: %w", day, err)
		}
	}
	if len(days) > 0 {
		if target, err = digestsOf(ctx, to, progress, clicks); err != nil {
			return nil, err
		}
	}
	return months(source, target), nil
}

// Compare compares all months and changes nothing.
func Compare(ctx context.Context, from, to Source, progress Progress) ([]Month, error) {
	source, target, err := digests(ctx, from, to, progress)
	if err != nil {
		return nil, err
	}
	return months(source, target), nil
}

func digests(ctx context.Context, from, to Source, progress Progress) (source, target map[click.Day]Digest, err error) {
	if source, err = digestsOf(ctx, from, progress, 0); err != nil {
		return nil, nil, fmt.Errorf("compare the clicks of the source: %w", err)
	}
	if target, err = digestsOf(ctx, to, progress, 0); err != nil {
		return nil, nil, fmt.Errorf("compare the clicks of the target: %w", err)
	}
	return source, target, nil
}

func digestsOf(ctx context.Context, s Source, progress Progress, of int64) (map[click.Day]Digest, error) {
	all, err := s.Digests(ctx, func(clicks int64) { progress(Comparing, clicks, of) })
	if err != nil {
		return nil, err
	}
	byDay := make(map[click.Day]Digest, len(all))
	for _, d := range all {
		byDay[d.Day] = d
	}
	return byDay, nil
}

func union(a, b map[click.Day]Digest) map[click.Day]Digest {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// months adds up the days of each month.
func months(source, target map[click.Day]Digest) []Month {
	type sums struct{ source, target Digest }
	byMonth := map[string]sums{}
	for day := range union(source, target) {
		name := day.Start().Format("2006-01")
		sum := byMonth[name]
		sum.source.add(source[day])
		sum.target.add(target[day])
		byMonth[name] = sum
	}
	all := []Month{}
	for name, sum := range byMonth {
		s, t := sum.source, sum.target
		all = append(all, Month{
			Month:          name,
			SourceClicks:   s.Clicks,
			TargetClicks:   t.Clicks,
			SourceChecksum: hex(s.Checksum),
			TargetChecksum: hex(t.Checksum),
			SourceVisitors: hex(s.Visitors),
			TargetVisitors: hex(t.Visitors),
			Equal:          s == t,
		})
	}
	slices.SortFunc(all, func(a, b Month) int { return cmp.Compare(a.Month, b.Month) })
	return all
}

// add adds all numbers but the day.
func (d *Digest) add(other Digest) {
	d.Clicks += other.Clicks
	d.Checksum += other.Checksum
	d.Visitors += other.Visitors
}

func hex(n uint64) string { return fmt.Sprintf("%016x", n) }
