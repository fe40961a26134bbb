package analyticstest

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

func (s *suite) testEmpty(t *testing.T) {
	e := s.open(t)
	w := NewWorld(1)
	for range 5 {
		s.compare(t, "empty", &Oracle{}, e, w.Query())
	}
	if first, err := e.First(t.Context(), 1); err != nil || !first.IsZero() {
		t.Errorf("First = %v, %v", first, err)
	}
	if newest, err := e.Newest(t.Context()); err != nil || !newest.IsZero() {
		t.Errorf("Newest = %v, %v", newest, err)
	}
	if counts, err := e.LinkCounts(t.Context(), 1, []uint64{1}); err != nil || len(counts) != 0 {
		t.Errorf("LinkCounts = %v, %v", counts, err)
	}
	for _, source := range []string{"", "jrn_other"} {
		if p, err := e.Position(t.Context(), source); err != nil || p != 0 {
			t.Errorf("Position of %q = %v, %v", source, p, err)
		}
	}
}

func (s *suite) testIdempotentAppend(t *testing.T) {
	e := s.open(t)
	w := NewWorld(2)
	q := analytics.Query{
		WorkspaceID: Workspaces()[0],
		Start:       w.Start.AddDate(0, 0, -2),
		End:         w.End.AddDate(0, 0, 2),
		Location:    time.UTC,
		Traffic:     analytics.All,
		AnyOutcome:  true,
		Count:       true,
	}
	total := int64(0)
	for _, b := range []struct { // the sources' positions are independent
		source  string
		through uint64
	}{{"", 5}, {"", 5}, {"jrn_a", 4}, {"", 3}, {"jrn_a", 4}, {"jrn_b", 9}, {"", 9}, {"", 9}, {"jrn_a", 7}} {
		c := w.Click()
		c.WorkspaceID, c.LinkID = q.WorkspaceID, 1
		before, err := e.Position(t.Context(), b.source)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Append(t.Context(), click.Batch{Clicks: []click.Click{c}, Source: b.source, Through: b.through}); err != nil {
			t.Fatal(err)
		}
		if b.through > before {
			total++
		}
	}
	// A batch without clicks advances the position.
	if err := e.Append(t.Context(), click.Batch{Source: "jrn_b", Through: 12}); err != nil {
		t.Fatal(err)
	}
	for source, want := range map[string]uint64{"": 9, "jrn_a": 7, "jrn_b": 12, "jrn_c": 0} {
		if p, err := e.Position(t.Context(), source); err != nil || p != want {
			t.Errorf("Position of %q = %v, %v; want %d", source, p, err, want)
		}
	}
	got, err := e.Query(t.Context(), q)
	if err != nil || got.Count.Clicks != total || total != 5 {
		t.Errorf("%d clicks, want %d; %v", got.Count.Clicks, total, err)
	}
}

// arrivalOrder sorts clicks as they might arrive: some are late by up to half a
// day, and some by months. The latter have no visitor, because the salt of their
// day is deleted.
func (w *World) arrivalOrder(clicks []click.Click) []click.Click {
	type arrival struct {
		at time.Time
		click.Click
	}
	all := make([]arrival, len(clicks))
	for i, c := range clicks {
		all[i] = arrival{c.At.Add(time.Duration(w.rng.Int64N(int64(12 * time.Hour)))), c}
		if w.rng.IntN(20) == 0 {
			all[i].at, all[i].Visitor = w.End, 0
		}
	}
	slices.SortStableFunc(all, func(a, b arrival) int { return a.at.Compare(b.at) })
	for i, a := range all {
		clicks[i] = a.Click
	}
	return clicks
}

func (s *suite) testRandomQueries(t *testing.T) {
	for _, seed := range []uint64{0, 1, 2}[:s.partOf(3)] {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			s.testWorld(t, seed)
		})
	}
}

func (s *suite) testWorld(t *testing.T, seed uint64) {
	w := NewWorld(100 + seed)
	e := s.open(t)
	clicks := w.Clicks(2500)
	if seed%2 > 0 {
		slices.SortFunc(clicks, func(a, b click.Click) int { return a.At.Compare(b.At) })
	} else {
		clicks = w.arrivalOrder(clicks)
	}
	oracle := &Oracle{}
	through := uint64(0)
	for batch := range slices.Chunk(clicks, 500) {
		through++
		appendTo(t, oracle, e, click.Batch{Clicks: batch, Through: through})
		for range 4 {
			s.compare(t, "while clicks arrive", oracle, e, w.Query())
		}
		compact(t, e, batch[len(batch)-1].At)
		s.compare(t, "after compaction", oracle, e, w.Query())
		if through == 3 {
			s.reclassify(t, oracle, e, w)
		}
	}
	for range s.partOf(40) {
		s.compare(t, "after all batches", oracle, e, w.Query())
	}
	compact(t, e, w.End.AddDate(0, 0, 3))
	for range s.partOf(80) {
		s.compare(t, "after complete compaction", oracle, e, w.Query())
	}
	compareLookups(t, oracle, e)
	compareSeriesByID(t, oracle, e, w)
	s.reclassify(t, oracle, e, w)
	compareLookups(t, oracle, e)
	if again := s.reclassify(t, oracle, e, w); len(again.Changes) > 0 {
		t.Errorf("repeated reclassification changed %+v", again)
	}
}

// testRepeatedQueries repeats the same queries after every few clicks, as
// dashboards do, while clicks are deleted, reclassified and compacted. An engine
// may cache results, but must invalidate them.
func (s *suite) testRepeatedQueries(t *testing.T) {
	e := s.open(t)
	w := NewWorld(9)
	queries := make([]analytics.Query, s.partOf(4))
	for i := range queries {
		queries[i] = w.Query()
		queries[i].Start, queries[i].Count, queries[i].Heatmap = w.Start.AddDate(0, 0, -2), true, true
		if i%2 == 0 {
			queries[i].Filters = nil // covers many clicks
		}
	}
	oracle := &Oracle{}
	through := uint64(0)
	clicks := w.Clicks(1800)
	slices.SortFunc(clicks, func(a, b click.Click) int { return a.At.Compare(b.At) })
	for batch := range slices.Chunk(clicks, 60) {
		through++
		appendTo(t, oracle, e, click.Batch{Clicks: batch, Through: through})
		last := batch[len(batch)-1]
		switch {
		case through%10 == 0:
			compact(t, e, last.At)
		case through%13 == 4:
			if n := deleteLink(t, oracle, e, last.WorkspaceID, last.LinkID); n == 0 {
				t.Error("no click was deleted")
			}
		case through == 9 || through == 22:
			s.reclassify(t, oracle, e, w)
		}
		for _, q := range queries {
			s.compare(t, "until now", oracle, e, until(q, last.At.Add(time.Millisecond)))
			s.compare(t, "without end", oracle, e, until(q, w.End.AddDate(0, 0, 2)))
		}
	}
}

func (s *suite) testDimensions(t *testing.T) {
	e := s.open(t)
	w := NewWorld(4)
	oracle := fill(t, e, w.Clicks(600))
	for _, d := range analytics.Dimensions() {
		for range s.partOf(4) {
			q := w.Query()
			q.Start, q.End = w.Start.AddDate(0, 0, -2), w.End.AddDate(0, 0, 2)
			q.Series, q.Filters, q.Lists = nil, nil, []analytics.List{{Dimension: d, Limit: 50}}
			if d == analytics.Tag || d == analytics.Folder {
				q.Lists[0].Members = []analytics.Member{{Link: q.WorkspaceID ^ 10, Of: 1}}
				if w.rng.IntN(2) == 0 {
					q.Lists[0].Members = []analytics.Member{}
				}
			}
			s.compare(t, string(d), oracle, e, q)
		}
	}
}

// testManyLinks filters by more links, and joins more members, than a statement has room
// for.
func (s *suite) testManyLinks(t *testing.T) {
	const many = 120_000
	e := s.open(t)
	w := NewWorld(9)
	oracle := fill(t, e, w.Clicks(300))
	for _, negated := range []bool{false, true} {
		q := w.Query()
		q.Start, q.End = w.Start.AddDate(0, 0, -2), w.End.AddDate(0, 0, 2)
		q.Traffic, q.Subject, q.Single, q.Count, q.Series = analytics.All, analytics.LinkClicks, false, true, nil
		links := []uint64{q.WorkspaceID ^ 10, q.WorkspaceID ^ 1<<62}
		for range many {
			links = append(links, w.rng.Uint64())
		}
		slices.Sort(links)
		members := make([]analytics.Member, len(links))
		for i, link := range links {
			members[i] = analytics.Member{Link: link, Of: 7}
		}
		q.Filters = []analytics.Filter{{Dimension: analytics.Link, Negated: negated, Links: &analytics.LinkSet{Links: links}}}
		q.Lists = []analytics.List{{Dimension: analytics.Tag, Limit: 5, Members: members}, {Dimension: analytics.Link, Limit: 5}}
		s.compare(t, "many links", oracle, e, q)
		clicks, err := e.Recent(t.Context(), q, 1000)
		want, wantErr := oracle.Recent(t.Context(), q, 1000)
		if err != nil || wantErr != nil || len(want) == 0 || !cmp.Equal(want, clicks) {
			t.Errorf("negated %t: %d of %d recent clicks, %v, %v", negated, len(clicks), len(want), err, wantErr)
		}
	}
}

// testLocalTime filters by weekday and hour in several zones, across changes of
// their clocks, before and after compaction.
func (s *suite) testLocalTime(t *testing.T) {
	e := s.open(t)
	w := NewWorld(7)
	oracle := fill(t, e, w.Clicks(900))
	for round := range 2 {
		for range s.partOf(20) {
			for _, d := range []analytics.Dimension{analytics.LocalWeekday, analytics.LocalHour} {
				q := w.Query()
				q.Start, q.End, q.Series, q.Count, q.Heatmap = w.Start.AddDate(0, 0, -2), w.End.AddDate(0, 0, 2), nil, true, true
				q.Filters = []analytics.Filter{w.filterBy(d, q.WorkspaceID)}
				s.compare(t, string(d), oracle, e, q)
			}
		}
		if round == 0 {
			compact(t, e, w.End.AddDate(0, -1, 0))
		}
	}
}

// testClockChange counts by the hour and the minute where clocks change within an hour.
func (s *suite) testClockChange(t *testing.T) {
	e := s.open(t)
	w := NewWorld(8)
	changes := []time.Time{ // forward and back, of both zones
		time.Date(2026, 9, 26, 14, 0, 0, 0, time.UTC), time.Date(2027, 4, 3, 14, 0, 0, 0, time.UTC),
		time.Date(2026, 10, 3, 15, 30, 0, 0, time.UTC), time.Date(2027, 4, 3, 15, 0, 0, 0, time.UTC),
	}
	var clicks []click.Click
	for _, change := range changes {
		for at := change.Add(-3 * time.Hour); at.Before(change.Add(3 * time.Hour)); at = at.Add(5 * time.Minute) {
			c := w.Click()
			c.At, c.WorkspaceID, c.LinkID, c.Bot = at, 1, 5, ""
			clicks = append(clicks, c)
		}
	}
	oracle := fill(t, e, clicks)
	for _, name := range []string{"Pacific/Chatham", "Australia/Lord_Howe"} {
		loc, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, change := range changes {
			for _, from := range []time.Duration{-26 * time.Hour, -10 * time.Minute, 5 * time.Minute} {
				q := analytics.Query{
					WorkspaceID: 1, Start: change.Add(from), End: change.Add(4 * time.Hour), Location: loc,
					Traffic: analytics.All, Count: true,
				}
				for _, g := range []analytics.Granularity{analytics.Hour, analytics.Minute} {
					q.Series = series(q, g)
					s.compare(t, name, oracle, e, q)
				}
			}
		}
	}
}

// testTexts stores and filters by texts that are special in SQL or Unicode.
func (s *suite) testTexts(t *testing.T) {
	e := s.open(t)
	w := NewWorld(6)
	var clicks []click.Click
	for _, text := range []string{"'", `"`, `\`, ";--", "%_", "?", "$1", "\u0301", "İ", "ß", "\U0001F3F4\U000E0067", strings.Repeat("x", 2048)} {
		c := w.Click()
		c.WorkspaceID, c.LinkID, c.UTM.Source, c.Place.City, c.URL = 1, 5, text, text, text
		clicks = append(clicks, c)
	}
	oracle := fill(t, e, clicks)
	for _, c := range clicks {
		q := analytics.Query{
			WorkspaceID: 1,
			Start:       w.Start.AddDate(0, 0, -2),
			End:         w.End.AddDate(0, 0, 2),
			Location:    time.UTC,
			Traffic:     analytics.All,
			Count:       true,
			Lists:       []analytics.List{{Dimension: analytics.UTMSource, Limit: 20}, {Dimension: analytics.URL, Limit: 20}},
		}
		s.compare(t, c.URL, oracle, e, q)
		q.Filters = []analytics.Filter{{Dimension: analytics.UTMSource, Values: []string{c.UTM.Source}}}
		s.compare(t, c.URL, oracle, e, q)
	}
}
