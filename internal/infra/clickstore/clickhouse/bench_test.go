package clickhouse

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/testkit/testclickhouse"
)

// BenchmarkQuestions measures the questions of DuckDB's benchmark on as many clicks of
// the same distribution: 100,000 links in 2,000 workspaces in a year. The server is the
// library of the tests on this machine, behind its HTTP end, which executes one statement
// of a database at a time: there are no concurrent questions. Run it with
// `make bench-analytics CLICKS=…`.
func BenchmarkQuestions(b *testing.B) {
	total, err := strconv.Atoi(os.Getenv("LINNET_BENCH_CLICKS"))
	if err != nil {
		total = 200_000
	}
	s, err := Open(b.Context(), Options{URL: testclickhouse.URL(b), Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close() // nothing is pending
	fillYear(b, s, total)
	link, err := analyticstest.BenchLink(b.Context(), s, analyticstest.BenchWorkspace)
	if err != nil {
		b.Fatal(err)
	}
	for _, x := range analyticstest.BenchQuestions(link) {
		b.Run(strings.ReplaceAll(x.Name, " ", "_"), func(b *testing.B) {
			measure(b, func() error {
				_, err := s.Query(b.Context(), x.Query)
				return err
			})
		})
	}
	month := analyticstest.Dashboard(1, analyticstest.BenchMonth(), analytics.Day)
	b.Run("last_50_clicks_big_workspace", func(b *testing.B) {
		measure(b, func() error {
			_, err := s.Recent(b.Context(), month, 50)
			return err
		})
	})
	size, err := s.number(b.Context(), "SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'clicks'")
	if err != nil {
		b.Fatal(err)
	}
	fmt.Printf("%d clicks, %.1f bytes each on disk\n", total, float64(size)/float64(total))
}

// BenchmarkManyLinks measures reports of a workspace with one click on each of a million
// links, and of half of them.
func BenchmarkManyLinks(b *testing.B) {
	const links = 1_000_000
	s, err := Open(b.Context(), Options{URL: testclickhouse.URL(b), Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close() // nothing is pending
	fillClicks(b, s, analyticstest.BenchMonth(), 24*time.Hour, links, "i + 1", "1")
	half := &analytics.LinkSet{}
	if err := s.queryAll(b.Context(), "SELECT link FROM clicks WHERE intHash64(link) % 2 = 0", func(r driver.Rows) error {
		var link uint64
		err := r.Scan(&link)
		half.Links = append(half.Links, link)
		return err
	}); err != nil {
		b.Fatal(err)
	}
	slices.Sort(half.Links)
	count := analyticstest.Dashboard(1, analyticstest.BenchMonth(), analytics.Day)
	count.Series, count.Heatmap, count.Lists = nil, false, count.Lists[:1] // of links
	page := analyticstest.Dashboard(1, analyticstest.BenchMonth(), analytics.Day)
	for name, q := range map[string]analytics.Query{"top_links": count, "report": page} {
		b.Run(name, func(b *testing.B) { measureQuery(b, s, q) })
		for _, negated := range []bool{false, true} {
			q.Filters = []analytics.Filter{{Dimension: analytics.Link, Negated: negated, Links: half}}
			b.Run(fmt.Sprintf("%s_of_half,negated_%t", name, negated), func(b *testing.B) { measureQuery(b, s, q) })
		}
	}
}

func measureQuery(b *testing.B, s *Store, q analytics.Query) {
	b.Helper()
	measure(b, func() error {
		_, err := s.Query(b.Context(), q)
		return err
	})
}

// measure reports the median duration of a question, and the server's processor time
// for it.
func measure(b *testing.B, question func() error) {
	b.Helper()
	var took []time.Duration
	before := testclickhouse.ProcessorTime(b)
	for b.Loop() {
		start := time.Now()
		if err := question(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	busy := testclickhouse.ProcessorTime(b) - before
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(busy.Microseconds())/1000/float64(len(took)), "cpu-ms")
	b.ReportMetric(0, "ns/op")
}

// fillYear inserts a year of clicks, month by month.
func fillYear(b *testing.B, s *Store, total int) {
	b.Helper()
	began, end := time.Now(), analyticstest.BenchEnd()
	year := end.Sub(end.AddDate(-1, 0, 0))
	for m := end.AddDate(-1, 0, 0); m.Before(end); m = m.AddDate(0, 1, 0) {
		span := min(m.AddDate(0, 1, 0).Sub(m), end.Sub(m))
		fillClicks(b, s, m, span, int(float64(total)*span.Hours()/year.Hours()),
			"multiIf(h % 100 < 10, 1, h % 100 < 20, 2 + g % 5000, 5002 + toUInt64(94999 * pow((g % 1000003) / 1000003, 3)))",
			"if(n <= 5001, 1, 2 + n % 1999)")
	}
	if err := s.exec(b.Context(), "OPTIMIZE TABLE clicks FINAL"); err != nil {
		b.Fatal(err)
	}
	fmt.Printf("created a year of clicks, %d, in %v\n", total, time.Since(began).Round(time.Second))
}

// fillClicks inserts clicks from a time on. link is the expression of the number of the
// link of the ith click, and workspace that of the workspace of a link n.
func fillClicks(b *testing.B, s *Store, from time.Time, span time.Duration, clicks int, link, workspace string) {
	b.Helper()
	cols := clicksql.Columns()
	values := make([]string, len(cols))
	for i, c := range cols {
		values[i] = benchValue(c.Name)
		if c.Name == "workspace" {
			values[i] = workspace
		}
	}
	err := s.exec(b.Context(), fmt.Sprintf(`INSERT INTO clicks (%s) WITH number AS i,
cityHash64(i, %d) AS h, cityHash64(i * 7, %[2]d) AS g, cityHash64(if(i %% 4 = 0, i + 1, i), 1) AS person,
%[3]s AS n,
%[4]d + toInt64(cityHash64(i * 13, %[2]d) %% %[5]d) AS at
SELECT %[6]s FROM numbers(%[7]d)`,
		clicksql.Names(cols), from.Unix(), link, from.UnixMilli(), span.Milliseconds(), strings.Join(values, ", "), clicks))
	if err != nil {
		b.Fatal(err)
	}
}

// benchValue returns the expression of a column: a plausible number of values, derived
// from the visitor, the link n or the click, as in DuckDB's benchmark.
func benchValue(column string) string {
	steep := func(of string, n int) string {
		return fmt.Sprintf("toString(toUInt64(%d * pow((%s %% 1000003) / 1000003, 3)))", n, of)
	}
	site := "if(g % 3 = 0, '', concat('%s', " + steep("g", 200) + ", '.example'))"
	switch column {
	case "link":
		return "cityHash64(n)"
	case "ts":
		return "at"
	case "visitor":
		return "cityHash64(person, intDiv(at, 86400000))"
	case "bot":
		return "multiIf(person % 100 < 88, '', person % 100 < 96, 'agent', 'preview')"
	case "besides":
		return "''"
	case "outcome":
		return "'redirect'"
	case clicksql.AgentColumn:
		return "concat('agent ', " + steep("person", 20_000) + ")"
	}
	for _, d := range analytics.ClickDimensions() {
		if d.Column() != column {
			continue
		}
		if d.IDField() != nil {
			return "0"
		}
		switch d {
		case analytics.Alias:
			return "concat('a', toString(n))"
		case analytics.URL:
			return "concat('https://example.com/landing/', toString(n))"
		case analytics.Trigger:
			return "multiIf(g % 10 = 0, 'qr', g % 10 = 1, 'bio', 'link')"
		case analytics.Device:
			return "multiIf(person % 10 < 6, 'mobile', person % 10 < 9, 'desktop', 'tablet')"
		case analytics.Referrer:
			return strings.Replace(site, "%s", "site", 1)
		case analytics.ReferrerURL:
			return strings.Replace(site, "%s", "https://site", 1)
		case analytics.Country:
			return "concat('C', " + steep("person", 90) + ")"
		case analytics.City:
			return "concat('City ', " + steep("person", 3000) + ")"
		case analytics.UTMSource, analytics.UTMMedium, analytics.UTMCampaign, analytics.UTMTerm, analytics.UTMContent:
			return "if(n % 3 = 0, concat('" + column + "', toString(n % 20)), '')"
		default:
			return "concat('v', " + steep("person", 20) + ")"
		}
	}
	return "0" // the low bits of ids
}
