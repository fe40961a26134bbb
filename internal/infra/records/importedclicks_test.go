package records_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/link"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// importedRow is a row of imported clicks, and of a naive evaluator of queries about them.
type importedRow struct {
	link     *link.Link
	day      click.Day
	clicks   int64
	detailed bool
	values   map[analytics.Dimension]string
}

func execute(t *testing.T, s *records.Store, text string, args ...any) {
	t.Helper()
	if err := s.Exec(t.Context(), text, args...); err != nil {
		t.Fatal(err)
	}
}

// randomImported stores rows of the links.
func randomImported(t *testing.T, s *records.Store, random *rand.Rand, links []*link.Link) []importedRow {
	t.Helper()
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	var rows []importedRow
	for n := range 200 {
		r := importedRow{
			link: links[random.IntN(len(links))], day: click.Day(random.IntN(30)), clicks: int64(random.IntN(50) + 1),
			detailed: random.IntN(2) == 0, values: map[analytics.Dimension]string{},
		}
		if r.day == 0 {
			r.detailed = false
		}
		if r.detailed {
			r.values = map[analytics.Dimension]string{
				analytics.Country: pick("", "DE", "FR"), analytics.OS: pick("", "iOS", "Windows"), analytics.Browser: pick("Chrome", "Safari"),
				analytics.Device: pick("mobile", "desktop"), analytics.Referrer: pick("", "t.co", "news.example"),
			}
		}
		execute(t, s, `
			INSERT INTO imported_clicks (link_id, workspace_id, day, n, clicks, detailed, country, os, browser, device, referrer)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			r.link.ID, r.link.WorkspaceID, int64(r.day), n, r.clicks, r.detailed, r.values[analytics.Country], r.values[analytics.OS],
			r.values[analytics.Browser], r.values[analytics.Device], r.values[analytics.Referrer])
		rows = append(rows, r)
	}
	return rows
}

// matches evaluates a filter; known is false if the row does not tell.
func (r *importedRow) matches(f analytics.Filter) (matches, known bool) {
	value := r.link.ID
	switch {
	case f.Links != nil:
		return f.Links.Contains(numbersOf(r.link.ID)[0]), true
	case f.Dimension == analytics.Link:
	case f.Dimension == analytics.Domain:
		value = r.link.DomainID
	case !r.detailed || f.Dimension == analytics.UTMSource || f.Dimension == analytics.LocalHour:
		return false, false
	default:
		value = r.values[f.Dimension]
	}
	if f.Dimension.Folded() {
		value = strings.ToLower(value)
	}
	return slices.Contains(f.Values, value), true
}

// TestImported_CountsAsANaiveEvaluatorDoes asks for random rows with random filters.
func TestImported_CountsAsANaiveEvaluatorDoes(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		l := tagged(t, s)
		links := []*link.Link{l.both, l.one, l.two, l.none}
		random := rand.New(rand.NewPCG(7, 11))
		rows := randomImported(t, s, random, links)
		tagSet := &analytics.LinkSet{By: analytics.Tag, Of: []string{l.first}, Links: slices.Sorted(slices.Values(numbersOf(l.both.ID, l.one.ID)))}
		folderSet := &analytics.LinkSet{By: analytics.Folder, Of: []string{l.folder}, Links: slices.Sorted(slices.Values(numbersOf(l.one.ID, l.two.ID)))}
		choices := []analytics.Filter{
			{Dimension: analytics.Country, Values: []string{"DE", "AT"}},
			{Dimension: analytics.Country, Values: []string{""}},
			{Dimension: analytics.OS, Values: []string{"ios"}},
			{Dimension: analytics.Referrer, Values: []string{"t.co"}},
			{Dimension: analytics.Link, Values: []string{l.both.ID, l.none.ID}},
			{Dimension: analytics.Domain, Values: []string{l.both.DomainID}},
			{Dimension: analytics.Link, Links: tagSet},
			{Dimension: analytics.Link, Links: folderSet},
			{Dimension: analytics.UTMSource, Values: []string{"mail"}},
			{Dimension: analytics.LocalHour, Values: []string{"3"}},
		}
		for i := range 60 {
			if i == 40 { // the sums of the workspace follow
				execute(t, s, `DELETE FROM imported_clicks WHERE link_id = $1 AND day > 4`, l.both.ID)
				rows = slices.DeleteFunc(rows, func(r importedRow) bool { return r.link == l.both && r.day > 4 })
			}
			q := analytics.Query{
				WorkspaceID: numbersOf(l.owner.WorkspaceID)[0], Location: time.UTC,
				Start: click.Day(random.IntN(15)).Start(), End: click.Day(15 + random.IntN(15)).Start(),
			}
			for range random.IntN(3) {
				f := choices[random.IntN(len(choices))]
				f.Negated = random.IntN(3) == 0
				q.Filters = append(q.Filters, f)
			}
			compareImported(t, s, q, rows)
		}
		if day, err := s.FirstImported(t.Context(), numbersOf(l.owner.WorkspaceID)[0]); err != nil || day != 1 {
			t.Errorf("the first day is %d, %v", day, err)
		}
		if day, err := s.FirstImported(t.Context(), numbersOf(testkit.Owner(t, s).WorkspaceID)[0]); err != nil || day != 0 {
			t.Errorf("the first day of another workspace is %d, %v", day, err)
		}
	})
}

func compareImported(t *testing.T, s *records.Store, q analytics.Query, rows []importedRow) {
	t.Helper()
	first, end := q.Days()
	byDay, byCountry := map[click.Day]int64{}, map[string]int64{}
	for _, r := range rows {
		chosen := slices.IndexFunc(q.Filters, func(f analytics.Filter) bool {
			matches, known := r.matches(f)
			return !known || matches == f.Negated
		}) < 0
		if !chosen || r.day > 0 && (r.day < first || r.day >= end) {
			continue
		}
		byDay[r.day] += r.clicks
		if r.detailed {
			byCountry[r.values[analytics.Country]] += r.clicks
		}
	}
	got, err := s.ImportedByDay(t.Context(), q)
	if diff := gocmp.Diff(byDay, got, gocmp.Transformer("filled", func(m map[click.Day]int64) map[click.Day]int64 {
		if m == nil {
			return map[click.Day]int64{}
		}
		return m
	})); err != nil || diff != "" {
		t.Errorf("%+v: %v\n%s", q.Filters, err, diff)
	}
	var want []analytics.ImportedRow
	for country, clicks := range byCountry {
		want = append(want, analytics.ImportedRow{Key: country, Clicks: clicks})
	}
	slices.SortFunc(want, func(a, b analytics.ImportedRow) int {
		shown := func(key string) int {
			if key == "FR" {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(shown(a.Key), shown(b.Key)), cmp.Compare(b.Clicks, a.Clicks), cmp.Compare(a.Key, b.Key))
	})
	list, err := s.ImportedBy(t.Context(), q, analytics.Country, []string{"FR"}, 1)
	if diff := gocmp.Diff(want[:min(len(want), 2)], list[:len(list):len(list)]); err != nil || len(want)+len(list) > 0 && diff != "" {
		t.Errorf("by country with %+v: %v\n%s", q.Filters, err, diff)
	}
}

// TestImportedBy_GroupsByPropertiesOfLinks counts a link for each of its tags.
func TestImportedBy_GroupsByPropertiesOfLinks(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		l := tagged(t, s)
		for i, each := range []*link.Link{l.both, l.one, l.two, l.none} {
			execute(t, s, `INSERT INTO imported_clicks (link_id, workspace_id, day, n, clicks, browser, detailed) VALUES ($1, $2, 5, 0, $3, $4, TRUE)`,
				each.ID, each.WorkspaceID, 1<<i, []string{"Chrome", "chrome", "Safari", "Safari"}[i])
		}
		q := analytics.Query{WorkspaceID: numbersOf(l.owner.WorkspaceID)[0], Location: time.UTC, Start: click.Day(1).Start(), End: click.Day(9).Start()}
		for d, want := range map[analytics.Dimension]map[string]int64{
			analytics.Link:    {l.both.ID: 1, l.one.ID: 2, l.two.ID: 4, l.none.ID: 8},
			analytics.Domain:  {l.both.DomainID: 15},
			analytics.Tag:     {l.first: 3, l.second: 5, "": 8},
			analytics.Folder:  {l.folder: 6, "": 9},
			analytics.Browser: {"chrome": 3, "safari": 12}, // in either spelling
			analytics.Trigger: {},
		} {
			rows, err := s.ImportedBy(t.Context(), q, d, nil, 10)
			got := map[string]int64{}
			for _, r := range rows {
				if d.Folded() {
					r.Key = strings.ToLower(r.Key)
				}
				got[r.Key] = r.Clicks
			}
			if diff := gocmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("by %s: %v\n%s", d, err, diff)
			}
		}
	})
}

func TestUpgrade_KeepsImportedTotalsWithoutDays(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			_, db := upgradedRows(t, engine, 28, append(linkOfSchema28("https://example.com/"), `UPDATE links SET opening_clicks = 40`)...)
			for _, table := range []string{"imported_clicks", "imported_totals"} {
				var rows, day, clicks int64
				err := db.QueryRow(`SELECT COUNT(*), MAX(day), SUM(clicks) FROM `+table).Scan(&rows, &day, &clicks)
				if err != nil || rows != 1 || day != 0 || clicks != 40 {
					t.Errorf("%s: %d rows with %d clicks of day %d, %v", table, rows, clicks, day, err)
				}
			}
		})
	}
}
